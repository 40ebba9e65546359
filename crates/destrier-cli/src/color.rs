//! Colors on standard output.

use anstream::{AutoStream, ColorChoice};
use std::io;

/// Returns whether to color standard output: on a terminal, unless NO_COLOR or CLICOLOR_FORCE says otherwise.
pub(crate) fn is_in_color() -> bool {
    AutoStream::choice(&io::stdout()) != ColorChoice::Never
}
