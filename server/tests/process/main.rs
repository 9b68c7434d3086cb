//! The built server as a process: how it starts, what it says, how it stops.

mod product;
mod starting;
mod stopping;
mod telling;
