//! Answers requests.

use crate::page::Page;
use axum::body::Body;
use axum::extract::State;
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, HeaderValue, Method, Request, StatusCode};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// The page, and the port that serves it.
pub(crate) struct Site {
    pub(crate) page: Page,
    pub(crate) port: u16,
}

/// Allows the page to load its own files and nothing else. The page contains the same policy except `frame-ancestors`,
/// which only a server can set.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

/// The headers of every response.
const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Answers a request.
pub(crate) async fn answer(State(site): State<Arc<Site>>, request: Request<Body>) -> Response {
    let mut response = site.answer(&request);
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

impl Site {
    fn answer(&self, request: &Request<Body>) -> Response {
        if !self.is_meant(request) {
            let words = format!("Open this page as http://127.0.0.1:{}/.\n", self.port);
            return (StatusCode::MISDIRECTED_REQUEST, words).into_response();
        }
        if ![Method::GET, Method::HEAD].contains(request.method()) {
            let allowed = [(header::ALLOW, "GET, HEAD")];
            return (StatusCode::METHOD_NOT_ALLOWED, allowed, "Only GET and HEAD are allowed.\n")
                .into_response();
        }
        let Some(file) = self.page.file(request.uri().path()) else {
            return (StatusCode::NOT_FOUND, "No such file.\n").into_response();
        };
        let headers = [(header::ETAG, file.tag.clone()), (header::CACHE_CONTROL, file.caching.clone())];
        if is_known(request.headers(), &file.tag) {
            return (StatusCode::NOT_MODIFIED, headers).into_response();
        }
        // hyper drops the content of a response to HEAD.
        let content_type = [(header::CONTENT_TYPE, file.content_type.clone())];
        (headers, content_type, file.content.clone()).into_response()
    }

    /// Whether a request names this machine as its host. This prevents DNS rebinding: a foreign page can point its own
    /// host name at this machine, but the browser still sends that name.
    fn is_meant(&self, request: &Request<Body>) -> bool {
        let mut hosts = request.headers().get_all(header::HOST).iter();
        let (Some(host), None) = (hosts.next(), hosts.next()) else { return false };
        let target = request.uri().authority().map(|authority| authority.as_str().as_bytes());
        [Some(host.as_bytes()), target].into_iter().flatten().all(|host| self.is_own(host))
    }

    fn is_own(&self, host: &[u8]) -> bool {
        ["127.0.0.1", "localhost", "[::1]"].iter().any(|name| {
            let with_port = format!("{name}:{}", self.port);
            // Browsers omit the default port.
            host.eq_ignore_ascii_case(with_port.as_bytes())
                || self.port == 80 && host.eq_ignore_ascii_case(name.as_bytes())
        })
    }
}

/// Whether the browser already has the file with this tag.
fn is_known(headers: &HeaderMap, tag: &HeaderValue) -> bool {
    let tags = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    tags.flat_map(|tags| tags.split(','))
        .map(str::trim)
        .any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known).as_bytes() == tag.as_bytes())
}
