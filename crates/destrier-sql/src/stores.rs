//! Object stores, each created when a query first names it.

use async_trait::async_trait;
use datafusion::common::{exec_datafusion_err, exec_err};
use datafusion::error::Result;
use datafusion::execution::object_store::ObjectStoreRegistry;
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey};
use object_store::azure::MicrosoftAzureBuilder;
use object_store::gcp::GoogleCloudStorageBuilder;
use object_store::http::HttpBuilder;
use object_store::local::LocalFileSystem;
use object_store::{ClientConfigKey, ClientOptions, CredentialProvider, ObjectStore, RetryConfig};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use url::{Position, Url};

/// The number of retries of a request. If no server answers, they take about six seconds.
const RETRIES: usize = 6;
/// The time limit for retries, from the start of a request. It is long because a read may wait for the consumer of its
/// rows before it continues.
const RETRIED_FOR: Duration = Duration::from_secs(24 * 60 * 60);

/// Returns a runtime that reads local files, S3, Google Cloud, Azure and web servers. A store is created when a query
/// first names it. Credentials and endpoints come from the environment variables that the tools of these services use.
///
/// ```
/// use datafusion::prelude::{SessionConfig, SessionContext};
///
/// # fn main() -> datafusion::error::Result<()> {
/// let runtime = destrier_sql::runtime().build_arc()?;
/// let context = SessionContext::new_with_config_rt(SessionConfig::new(), runtime);
/// destrier_sql::games::register(&context)?;
/// # Ok(())
/// # }
/// ```
#[must_use]
pub fn runtime() -> RuntimeEnvBuilder {
    RuntimeEnvBuilder::new()
        .with_object_store_registry(Arc::new(Stores::default()))
        // DataFusion would cache listings forever, under a key that does not include the store.
        .with_object_list_cache_limit(0)
}

/// The known stores, by their URLs up to the path.
struct Stores(Mutex<HashMap<String, Arc<dyn ObjectStore>>>);

impl Default for Stores {
    fn default() -> Self {
        let local: Arc<dyn ObjectStore> = Arc::new(LocalFileSystem::new());
        Self(Mutex::new(HashMap::from([("file://".to_owned(), local)])))
    }
}

impl Stores {
    fn known(&self) -> MutexGuard<'_, HashMap<String, Arc<dyn ObjectStore>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Omits the URLs, which may contain a password.
impl fmt::Debug for Stores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stores").finish_non_exhaustive()
    }
}

impl ObjectStoreRegistry for Stores {
    fn register_store(&self, url: &Url, store: Arc<dyn ObjectStore>) -> Option<Arc<dyn ObjectStore>> {
        self.known().insert(url[..Position::BeforePath].to_owned(), store)
    }

    fn deregister_store(&self, url: &Url) -> Result<Arc<dyn ObjectStore>> {
        let address = &url[..Position::BeforePath];
        self.known()
            .remove(address)
            .ok_or_else(|| exec_datafusion_err!("{}: there is no such store", shown(url)))
    }

    fn get_store(&self, url: &Url) -> Result<Arc<dyn ObjectStore>> {
        // The store would silently drop it.
        if url.query().is_some() {
            return exec_err!("{}: URLs with a query string (`?`) are not supported", shown(url));
        }
        let address = &url[..Position::BeforePath];
        let mut known = self.known();
        if let Some(store) = known.get(address) {
            return Ok(Arc::clone(store));
        }
        let store = store(url, address).map_err(|why| exec_datafusion_err!("{}: {why}", shown(url)))?;
        known.insert(address.to_owned(), Arc::clone(&store));
        Ok(store)
    }
}

/// Returns the URL of a store without the password.
fn shown(url: &Url) -> String {
    format!("{}://{}", url.scheme(), &url[Position::BeforeHost..Position::AfterPort])
}

/// Environment variables that error messages name.
const OF_AMAZON: &str = "AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and similar variables";
const OF_GOOGLE: &str = "GOOGLE_SERVICE_ACCOUNT or similar variables";
const OF_AZURE: &str = "AZURE_STORAGE_ACCOUNT_NAME, AZURE_STORAGE_ACCOUNT_KEY and similar variables";

/// Creates a store, or returns the reason why that fails.
fn store(url: &Url, address: &str) -> std::result::Result<Arc<dyn ObjectStore>, String> {
    let retry = RetryConfig { max_retries: RETRIES, retry_timeout: RETRIED_FOR, ..RetryConfig::default() };
    let host = url.host_str().unwrap_or_default();
    match url.scheme() {
        "s3" | "s3a" => {
            let builder = AmazonS3Builder::from_env().with_bucket_name(host).with_retry(retry);
            check_encryption(&builder)?;
            let probe = builder.clone().build().map_err(with_hint(OF_AMAZON))?;
            let credentials = Credentials::new("S3", OF_AMAZON, probe.credentials());
            Ok(Arc::new(builder.with_credentials(credentials).build().map_err(with_hint(OF_AMAZON))?))
        }
        "gs" | "gcs" => {
            let builder = GoogleCloudStorageBuilder::from_env().with_bucket_name(host).with_retry(retry);
            let probe = builder.clone().build().map_err(with_hint(OF_GOOGLE))?;
            let credentials = Credentials::new("GCS", OF_GOOGLE, probe.credentials());
            Ok(Arc::new(builder.with_credentials(credentials).build().map_err(with_hint(OF_GOOGLE))?))
        }
        "az" | "azure" | "adl" | "abfs" | "abfss" => {
            let builder = MicrosoftAzureBuilder::from_env().with_url(address).with_retry(retry);
            let probe = builder.clone().build().map_err(with_hint(OF_AZURE))?;
            let credentials = Credentials::new("Azure", OF_AZURE, probe.credentials());
            Ok(Arc::new(builder.with_credentials(credentials).build().map_err(with_hint(OF_AZURE))?))
        }
        "http" | "https" => {
            let client = ClientOptions::new().with_allow_http(url.scheme() == "http");
            let builder = HttpBuilder::new().with_url(address).with_client_options(client);
            Ok(Arc::new(builder.with_retry(retry).build().map_err(|error| error.to_string())?))
        }
        _ => {
            let known = "file, s3, gs, az, abfs, abfss, http or https";
            Err(format!("this kind of URL is not supported; URLs begin with {known}"))
        }
    }
}

/// Credentials for a store, from the environment or from the machine's role. If there are none, the error names the
/// environment variables.
#[derive(Debug)]
struct Credentials<T> {
    store: &'static str,
    names: &'static str,
    inner: Arc<dyn CredentialProvider<Credential = T>>,
}

impl<T> Credentials<T> {
    fn new(
        store: &'static str,
        names: &'static str,
        inner: &Arc<dyn CredentialProvider<Credential = T>>,
    ) -> Arc<Self> {
        Arc::new(Self { store, names, inner: Arc::clone(inner) })
    }
}

#[async_trait]
impl<T: fmt::Debug + Send + Sync + 'static> CredentialProvider for Credentials<T> {
    type Credential = T;

    async fn get_credential(&self) -> object_store::Result<Arc<T>> {
        let Self { store, names, inner } = self;
        inner.get_credential().await.map_err(|error| object_store::Error::Generic {
            store,
            source: format!(
                "no credentials: set {names} in the environment, or give the machine a role: {error}"
            )
            .into(),
        })
    }
}

fn with_hint(names: &str) -> impl Fn(object_store::Error) -> String {
    move |error| format!("{error}; set {names} in the environment")
}

/// Returns an error for an unencrypted endpoint unless it is allowed. The client reports that only after retries.
fn check_encryption(builder: &AmazonS3Builder) -> std::result::Result<(), String> {
    let endpoint = builder
        .get_config_value(&AmazonS3ConfigKey::S3Endpoint)
        .or_else(|| builder.get_config_value(&AmazonS3ConfigKey::Endpoint));
    let allowed = builder.get_config_value(&AmazonS3ConfigKey::Client(ClientConfigKey::AllowHttp));
    let allowed =
        allowed.is_some_and(|allowed| ["1", "true", "on", "yes", "y"].contains(&&*allowed.to_lowercase()));
    match endpoint {
        Some(endpoint) if endpoint.starts_with("http://") && !allowed => Err(format!(
            "{endpoint} is not encrypted; to allow that, set AWS_ALLOW_HTTP=true in the environment"
        )),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use object_store::memory::InMemory;

    fn url(address: &str) -> Url {
        address.parse().unwrap()
    }

    #[test]
    fn a_store_is_created_once() {
        let stores = Stores::default();
        let made = |address: &str| stores.get_store(&url(address)).unwrap();
        for (one, other) in [
            ("file:///a/b.pgn", "file:///"),
            ("http://127.0.0.1:1/a.pgn", "http://127.0.0.1:1/b.pgn"),
            ("https://example.com/a.pgn", "https://example.com"),
        ] {
            assert!(Arc::ptr_eq(&made(one), &made(other)), "{one} {other}");
        }
        for (one, other) in [
            ("http://127.0.0.1:1/a.pgn", "http://127.0.0.1:2/a.pgn"),
            ("http://me@127.0.0.1:1/a.pgn", "http://127.0.0.1:1/a.pgn"),
            ("https://example.com", "http://example.com"),
        ] {
            assert!(!Arc::ptr_eq(&made(one), &made(other)), "{one} {other}");
        }
    }

    #[test]
    fn registered_stores_are_used() {
        let stores = Stores::default();
        let memory: Arc<dyn ObjectStore> = Arc::new(InMemory::new());
        for address in ["memory://games/", "s3://games/", "file:///"] {
            stores.register_store(&url(address), Arc::clone(&memory));
            let found = stores.get_store(&url(address).join("a/b.pgn").unwrap()).unwrap();
            assert!(Arc::ptr_eq(&found, &memory), "{address}");
            stores.deregister_store(&url(address)).unwrap();
            assert!(stores.deregister_store(&url(address)).is_err(), "{address}");
        }
    }

    #[test]
    fn errors_name_the_store_without_secrets() {
        let stores = Stores::default();
        let error = |address: &str| stores.get_store(&url(address)).unwrap_err().to_string();
        assert!(
            error("ftp://me:secret@example.com/a.pgn")
                .contains("ftp://example.com: this kind of URL is not supported")
        );
        assert!(error("file://elsewhere/a.pgn").contains("file://elsewhere: "));
        assert!(!error("ftp://me:secret@example.com/a.pgn").contains("secret"));
        assert!(
            error("https://example.com/a.pgn?key=secret")
                .contains("https://example.com: URLs with a query string")
        );
        assert!(!error("https://example.com/a.pgn?key=secret").contains("secret"));
        assert!(!format!("{stores:?}").contains("example"));
    }
}
