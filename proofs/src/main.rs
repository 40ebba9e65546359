//! Proves the claims and prints a line for each.
//!
//! Arguments select the claims whose names contain every word. `--record` writes all claims into PROOFS.md.

use anyhow::{Result, ensure};
use proofs::module::Module;
use proofs::proof::Claim;
use proofs::report::{self, Outcome};
use proofs::{claims, wasm};
use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, mpsc};
use std::time::Instant;

fn main() -> Result<()> {
    let (options, words): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument.starts_with("--"));
    ensure!(options.iter().all(|option| option == "--record"), "usage: proofs/run [--record] [WORD]...");
    let is_record = !options.is_empty();
    ensure!(!is_record || words.is_empty(), "--record proves all claims and takes no words");

    let bytes = wasm::build()?;
    let started = Instant::now();
    let module = Module::parse(&bytes)?;
    let exports: HashMap<_, _> = shipped::exports().map(|export| (export.name, export)).collect();
    let mut wanted = claims::all();
    wanted.retain(|claim| words.iter().all(|word| claim.name.contains(word.as_str())));

    let next = Mutex::new(wanted.iter().enumerate());
    let (sender, receiver) = mpsc::channel();
    let mut outcomes: Vec<(Claim, Outcome)> = Vec::new();
    std::thread::scope(|scope| -> Result<()> {
        for _ in 0..std::thread::available_parallelism().map_or(1, Into::into) {
            let (sender, next, module, exports) = (sender.clone(), &next, &module, &exports);
            // Operations on diagrams recurse once per variable.
            let prover = std::thread::Builder::new().stack_size(64 << 20);
            prover.spawn_scoped(scope, move || {
                loop {
                    let claim = next.lock().ok().and_then(|mut claims| claims.next());
                    let Some((i, claim)) = claim else { return };
                    if sender.send((i, report::prove(claim, module, exports))).is_err() {
                        return;
                    }
                }
            })?;
        }
        drop(sender);
        // Print the claims in order, whichever finishes first.
        let mut done = HashMap::new();
        for (i, outcome) in receiver {
            done.insert(i, outcome);
            while let Some(outcome) = done.remove(&outcomes.len()) {
                let claim = wanted[outcomes.len()];
                println!("{}", outcome.line(&claim));
                if let Err(error) = &outcome.result {
                    println!("{error:#}");
                }
                outcomes.push((claim, outcome));
            }
        }
        Ok(())
    })?;

    let total = started.elapsed();
    let proved = outcomes.iter().filter(|(_, outcome)| outcome.result.is_ok()).count();
    println!("proved {proved} of {} claims in {:.1} s", wanted.len(), total.as_secs_f64());
    ensure!(proved == wanted.len() && proved > 0, "{} claims not proved", wanted.len() - proved);
    if words.is_empty() {
        let used: BTreeSet<_> =
            outcomes.iter().flat_map(|(_, outcome)| outcome.used.iter().copied()).collect();
        let unused: BTreeSet<_> = exports.keys().copied().filter(|name| !used.contains(name)).collect();
        ensure!(unused.is_empty(), "no claim covers {unused:?}");
    }
    if is_record {
        report::record(&outcomes, total)?;
    }
    Ok(())
}
