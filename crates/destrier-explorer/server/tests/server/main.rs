//! The server, run as it is and asked over the loopback.

mod process;
mod requests;
mod running;
