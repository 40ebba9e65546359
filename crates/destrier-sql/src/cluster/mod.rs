//! SQL on several machines: Apache Ballista with the functions and tables of this crate.
//!
//! A [`Scheduler`] plans queries and distributes their parts to [`Executor`]s. A session of [`context`] sends its queries
//! to the scheduler. All must run the same version of this crate, because functions travel by name, and tables of games as
//! the crate's own messages. All three must be able to read the files under the same names.
//!
//! Anyone who can reach a scheduler or an executor can make it read any file that it can read. There is no authentication
//! and no encryption. By default, nodes listen on the loopback interface. Otherwise, put them into a network of their own.

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
