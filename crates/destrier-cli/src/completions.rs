//! `destrier completions`: the scripts by which shells complete the command.

use crate::failure::{Failure, SUCCESS};
use clap::{Args, Command};
use clap_complete::Shell;
use std::io::{self, Write};

/// Print the script by which a shell completes this command: bash, zsh, fish and others
///
/// Put it where the shell looks for such scripts. In zsh the folder, here ~/.zfunc, must be in fpath before compinit is
/// called.
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
        // Into memory first: clap_complete panics where it cannot write.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, command, "destrier", &mut script);
        let mut out = io::stdout().lock();
        out.write_all(&script)?;
        out.flush()?;
        Ok(SUCCESS)
    }
}
