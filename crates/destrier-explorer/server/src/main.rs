//! The explorer's server.

fn main() {}
