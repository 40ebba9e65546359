//! Colors on standard output.

use anstream::{AutoStream, ColorChoice};
use std::io;

/// Whether standard output takes colors: it is a terminal, and neither NO_COLOR nor CLICOLOR_FORCE says otherwise.
pub(crate) fn is_in_color() -> bool {
    AutoStream::choice(&io::stdout()) != ColorChoice::Never
}
