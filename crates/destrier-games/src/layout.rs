#![allow(missing_docs, dead_code)]
use crate::puzzle::Columns; use std::sync::Arc;
#[derive(Clone, Debug)]
pub enum Layout { Games, Positions, Puzzles(Arc<Columns>) }
