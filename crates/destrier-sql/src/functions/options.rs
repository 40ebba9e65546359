//! Destrier's settings of a session: `SET destrier.strict = true`.

use datafusion::common::{Result, config_err};
use datafusion::config::{ConfigEntry, ConfigExtension, ConfigField, ConfigOptions, ExtensionOptions};
use std::any::Any;

/// The settings under `destrier.`.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Whether an invalid FEN, set or move, or a damaged game, is an error that names its row.
    pub strict: bool,
}

impl ConfigExtension for Options {
    const PREFIX: &'static str = "destrier";
}

impl ExtensionOptions for Options {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn cloned(&self) -> Box<dyn ExtensionOptions> {
        Box::new(self.clone())
    }

    fn set(&mut self, key: &str, value: &str) -> Result<()> {
        match key {
            "strict" => ConfigField::set(&mut self.strict, key, value),
            _ => config_err!("unknown setting destrier.{key}"),
        }
    }

    // DataFusion's own macro omits the prefix, so `SHOW destrier.strict` would find nothing.
    fn entries(&self) -> Vec<ConfigEntry> {
        vec![ConfigEntry {
            key: "destrier.strict".to_owned(),
            value: Some(self.strict.to_string()),
            description: "Report an invalid FEN, set or move, or a damaged game, as an error that names its row",
        }]
    }
}

impl Options {
    /// Returns whether a session is strict. A session without these settings is not.
    pub(super) fn is_strict(config: &ConfigOptions) -> bool {
        config.extensions.get::<Self>().is_some_and(|options| options.strict)
    }
}
