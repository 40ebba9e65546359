#![allow(missing_docs, dead_code)]
use crate::pgn::Tag;
#[derive(Debug)]
pub struct Columns;
pub(crate) struct Row<'a> { pub(crate) tags: Vec<Tag<'a>>, pub(crate) moves: (usize, &'a [u8]) }
impl<'a> Row<'a> { pub(crate) fn read(_:&'a [u8], _:&'a Columns) -> Result<Self, std::fmt::Error> { todo!() } }
pub(crate) struct Moves<'a>(&'a [u8]);
impl<'a> Iterator for Moves<'a> { type Item=(usize,&'a [u8]); fn next(&mut self)->Option<Self::Item>{None} }
pub(crate) fn moves(t:&[u8])->Moves<'_>{Moves(t)}
