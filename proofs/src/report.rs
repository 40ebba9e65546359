//! The results of the claims, as lines and as the table of PROOFS.md.

use crate::module::Module;
use crate::proof::{Claim, Proof};
use anyhow::{Context, Result, ensure};
use shipped::Export;
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The result of a claim.
#[derive(Debug)]
pub struct Outcome {
    /// `Ok` if the claim is proved, otherwise the reason.
    pub result: Result<()>,
    /// The number of variables, and how many of them matter.
    pub variables: (u32, usize),
    /// The number of symbolic runs.
    pub runs: usize,
    /// The functions that were run.
    pub used: BTreeSet<&'static str>,
    /// The time of the proof.
    pub time: Duration,
}

/// Proves a claim.
#[must_use]
pub fn prove(
    claim: &Claim,
    module: &Module<'_>,
    exports: &HashMap<&'static str, &'static Export>,
) -> Outcome {
    let started = Instant::now();
    let mut proof = Proof::new(module, exports);
    let result = (claim.prove)(&mut proof).and_then(|()| {
        ensure!(proof.runs > 0 && proof.comparisons > 0, "the claim runs nothing or compares nothing");
        let (variables, matter) = proof.variables_that_matter();
        ensure!(variables == 0 || matter > 0, "the expected result does not depend on the arguments");
        Ok(())
    });
    Outcome {
        result,
        variables: proof.variables_that_matter(),
        runs: proof.runs,
        used: proof.used,
        time: started.elapsed(),
    }
}

impl Outcome {
    /// Formats the claim and its result as a line.
    #[must_use]
    pub fn line(&self, claim: &Claim) -> String {
        let verdict = if self.result.is_ok() { "proved" } else { "FAILED" };
        let Claim { name, method, .. } = claim;
        let (variables, matter) = self.variables;
        let seconds = self.time.as_secs_f64();
        format!(
            "{verdict} {seconds:6.2} s  {matter:3} of {variables:3} variables {:6} runs  {name} ({method})",
            self.runs
        )
    }

    fn row(&self, claim: &Claim) -> String {
        let Claim { name, method, .. } = claim;
        let (variables, matter) = self.variables;
        let seconds = self.time.as_secs_f64();
        format!("| {name} | {method} | {matter} of {variables} | {} | {seconds:.1} |\n", self.runs)
    }
}

const BEGIN: &str = "<!-- Claims written by proofs/run --record. -->\n";
const END: &str = "<!-- End of the claims. -->\n";

fn document() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../PROOFS.md")
}

fn read() -> Result<(String, String, String)> {
    let text = std::fs::read_to_string(document()).context("cannot read PROOFS.md")?;
    let (before, rest) =
        text.split_once(BEGIN).context("PROOFS.md has no marker for the start of the claims")?;
    let (table, after) = rest.split_once(END).context("PROOFS.md has no marker for the end of the claims")?;
    Ok((before.to_owned(), table.to_owned(), after.to_owned()))
}

/// Writes all claims and their results into PROOFS.md.
///
/// # Errors
///
/// If the file cannot be read or written.
pub fn record(claims: &[(Claim, Outcome)], total: Duration) -> Result<()> {
    let (before, _, after) = read()?;
    let mut table = String::from(
        "| claim | proved for | variables that matter | runs | seconds |\n|---|---|--:|--:|--:|\n",
    );
    for (claim, outcome) in claims {
        table += &outcome.row(claim);
    }
    let _ = writeln!(table, "\n{} claims in {:.0} seconds.", claims.len(), total.as_secs_f64());
    Ok(std::fs::write(document(), before + BEGIN + &table + END + &after)?)
}

/// Returns the name and scope of each claim in PROOFS.md.
///
/// # Errors
///
/// If the file cannot be read.
pub fn recorded() -> Result<Vec<(String, String)>> {
    let (_, table, _) = read()?;
    let rows = table.lines().skip(2).filter(|line| line.starts_with('|'));
    Ok(rows
        .filter_map(|row| {
            let mut cells = row.split('|').map(str::trim).skip(1);
            Some((cells.next()?.to_owned(), cells.next()?.to_owned()))
        })
        .collect())
}
