#![allow(missing_docs, dead_code)]
use crate::Layout; use std::io::{self,Read}; use std::path::*; use std::sync::{Arc,atomic::AtomicU64}; use std::borrow::Cow;
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source { path: PathBuf }
pub struct Stream { pub layout: Layout, pub input: Box<dyn Read+Send>, pub offset: u64 }
pub struct Unlisted { pub path: PathBuf, pub error: io::Error }
impl Stream { pub fn skip_to(&mut self, _o:u64)->io::Result<()> { todo!() } }
impl Source { pub fn new(path: impl Into<PathBuf>)->Self{Self{path:path.into()}} pub fn path(&self)->&Path{&self.path}
 pub fn is_standard_input(&self)->bool{false} pub fn name(&self)->Cow<'_,str>{self.path.to_string_lossy()} pub fn size(&self)->Option<u64>{None}
 pub fn open(&self,_:&Arc<AtomicU64>)->io::Result<Stream>{ Ok(Stream{layout:Layout::Games,input:Box::new(std::fs::File::open(&self.path)?),offset:0}) } }
pub fn sources(i:&[PathBuf])->Vec<Result<Source,Unlisted>>{ i.iter().map(|p|Ok(Source::new(p))).collect() }
