//! PROOFS.md lists what is proved.

use proofs::{claims, report};
use std::collections::HashSet;

#[test]
fn the_claims_of_the_document_are_those_that_are_proved() {
    let claims: Vec<_> =
        claims::all().iter().map(|claim| (claim.name.to_owned(), claim.method.to_owned())).collect();
    assert_eq!(report::recorded().unwrap(), claims, "proofs/run --record writes them");
    assert_eq!(claims.iter().collect::<HashSet<_>>().len(), claims.len(), "a claim that stands there twice");
}
