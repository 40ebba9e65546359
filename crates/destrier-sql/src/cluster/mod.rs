//! The same SQL on several machines: Apache Ballista, whose nodes know the functions and tables of this crate.
//!
//! A [`Scheduler`] plans queries and hands out their parts, [`Executor`]s work on them, and a session of [`context`] sends
//! its queries there. All of them are of one version of this crate: functions travel by name, and tables of games as the
//! crate's own messages. The files are where all three can read them under the same name.
//!
//! Whoever reaches a scheduler or an executor can have it read any file that it can read itself, and has its answers:
//! neither asks who it is, and nothing that they send is encrypted. They listen on the loopback unless told otherwise,
//! and belong in a network of their own.

mod address;
mod client;
mod codecs;
mod config;
mod executor;
mod scheduler;

pub use address::Address;
pub use client::{cancel, context};
pub use executor::Executor;
pub use scheduler::Scheduler;
