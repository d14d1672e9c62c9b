//! The line protocol of Plyglot: a superset of UGI, the game-neutral relative of UCI, for two to eight
//! players.
//!
//! - [`Engine`]: our agents as an engine that any runner can drive ([`server`])
//! - [`Bot`], [`BotSpec`]: another program as a player, which can do no harm ([`client`], [`spec`])
//! - [`Process`]: a program that is spoken with in lines, for other protocols too
//! - [`Fault`]: what a bot did wrong ([`fault`])
//! - [`wire`]: positions in one line, moves in one word

pub mod client;
pub mod fault;
pub mod server;
pub mod spec;
pub mod wire;

pub use client::{Bot, BotAnswer, Limits, Position, Process, SeatClock, Trouble};
pub use fault::{Fault, FaultKind};
pub use server::{Defaults, Engine};
pub use spec::BotSpec;
