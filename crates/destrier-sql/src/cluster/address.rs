//! Scheduler addresses.

use std::fmt;
use std::str::FromStr;
use url::{Host, Url};

/// The address of a scheduler: `df://HOST:PORT`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    host: Host,
    port: u16,
}

impl Address {
    /// The default port of a scheduler.
    pub const PORT: u16 = 50050;

    /// Returns the host name or IP address, with brackets around an IPv6 address.
    #[must_use]
    pub fn host(&self) -> String {
        self.host.to_string()
    }

    /// Returns the port.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Returns the HTTP URL, because nodes communicate over HTTP.
    pub(super) fn endpoint(&self) -> String {
        format!("http://{}:{}", self.host, self.port)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "df://{}:{}", self.host, self.port)
    }
}

/// Parses `df://HOST:PORT`, `df://HOST` with the port [`Address::PORT`], or `HOST:PORT`.
impl FromStr for Address {
    type Err = String;

    fn from_str(address: &str) -> Result<Self, String> {
        let wrong = || format!("expected df://HOST:PORT, like df://127.0.0.1:50050, not {address:?}");
        let full = if address.contains("://") { address.to_owned() } else { format!("df://{address}") };
        let url = Url::parse(&full).map_err(|_| wrong())?;
        let is_bare = matches!(url.path(), "" | "/") && url.query().is_none() && url.fragment().is_none();
        if url.scheme() != "df" || !is_bare || !url.username().is_empty() || url.password().is_some() {
            return Err(wrong());
        }
        // The parser does not normalize the host of a scheme that it does not know.
        let host = Host::parse(url.host_str().ok_or_else(wrong)?).map_err(|_| wrong())?;
        Ok(Self { host, port: url.port().unwrap_or(Self::PORT) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parsing_and_formatting_round_trip() {
        for (given, shown) in [
            ("df://127.0.0.1:4000", "df://127.0.0.1:4000"),
            ("df://one.example", "df://one.example:50050"),
            ("df://One.Example/", "df://one.example:50050"),
            ("localhost:50050", "df://localhost:50050"),
            ("df://[::1]:7", "df://[::1]:7"),
        ] {
            let address: Address = given.parse().unwrap();
            assert_eq!(address.to_string(), shown);
            assert_eq!(shown.parse(), Ok(address));
        }
    }

    #[test]
    fn invalid_addresses_are_errors() {
        for wrong in [
            "",
            "df://",
            "df://:50050",
            "http://one:50050",
            "df://one:70000",
            "df://one/two",
            "df://me@one",
            "df://one two:1",
            "df://one:1?x",
            "/",
            "df://[::1",
        ] {
            let error = wrong.parse::<Address>().unwrap_err();
            assert!(error.contains("df://HOST:PORT") && error.contains(wrong), "{wrong}: {error}");
        }
    }
}
