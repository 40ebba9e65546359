//! PROOFS.md lists all claims.

use proofs::{claims, report};
use std::collections::HashSet;

#[test]
fn document_lists_all_claims() {
    let claims: Vec<_> =
        claims::all().iter().map(|claim| (claim.name.to_owned(), claim.method.to_owned())).collect();
    assert_eq!(report::recorded().unwrap(), claims, "run proofs/run --record");
    assert_eq!(claims.iter().collect::<HashSet<_>>().len(), claims.len(), "duplicate claim");
}
