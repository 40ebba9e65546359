//! Runs the server program and sends requests to it.

mod process;
mod requests;
mod running;
