//! `destrier completions`: completion scripts for shells.

use crate::failure::{Failure, SUCCESS};
use clap::{Args, Command};
use clap_complete::Shell;
use std::io::{self, Write};

/// Print a completion script for your shell
///
/// Save the script where your shell looks for completions. In zsh, add the folder (here ~/.zfunc) to fpath before you
/// call compinit.
#[derive(Args)]
#[command(after_help = "\
Examples:
  destrier completions bash >> ~/.bashrc
  destrier completions zsh > ~/.zfunc/_destrier
  destrier completions fish > ~/.config/fish/completions/destrier.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl CompletionsArgs {
    pub(crate) fn run(self, command: &mut Command) -> Result<u8, Failure> {
        // clap_complete panics if it cannot write, so it writes to memory.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, command, "destrier", &mut script);
        let mut out = io::stdout().lock();
        out.write_all(&script)?;
        out.flush()?;
        Ok(SUCCESS)
    }
}
