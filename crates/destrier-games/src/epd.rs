#![allow(missing_docs, dead_code)]
pub(crate) fn fen(_:&[u8])->Option<(usize,&[u8])>{None}
