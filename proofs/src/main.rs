//! Proves all claims and prints a line for each. A word says which; `--record` writes all of them into PROOFS.md.

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
    ensure!(!is_record || words.is_empty(), "--record is of all claims, not of some");

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
            // Diagrams are gone through by recursion, as deep as there are variables.
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
        // Told in their order, whichever is done first.
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
    println!("{proved} of {} claims are proved, in {:.1} s", wanted.len(), total.as_secs_f64());
    ensure!(proved == wanted.len() && proved > 0, "{} claims are not proved", wanted.len() - proved);
    if words.is_empty() {
        let used: BTreeSet<_> =
            outcomes.iter().flat_map(|(_, outcome)| outcome.used.iter().copied()).collect();
        let unused: BTreeSet<_> = exports.keys().copied().filter(|name| !used.contains(name)).collect();
        ensure!(unused.is_empty(), "no claim is about {unused:?}");
    }
    if is_record {
        report::record(&outcomes, total)?;
    }
    Ok(())
}
