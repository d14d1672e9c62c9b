//! `plyglot perft`: counts move sequences.

use std::{process::ExitCode, time::Instant};

use plyglot_catalog::Catalog;
use plyglot_core::perft::PerftConfig;
use serde_json::{Map, Value, json};

use super::{Done, Out};
use crate::{args::PerftArgs, input::open_place, progress, words::pace};

pub(super) fn run(catalog: &Catalog, args: &PerftArgs, out: Out<'_>) -> Done {
    catalog.caps().check_memory("perft: --hash", args.hash.into())?;
    let opened = open_place(catalog, &args.place)?;
    let config = PerftConfig {
        depth: args.depth,
        bulk: !args.no_bulk,
        threads: args.threads.into(),
        hash_mb: args.hash as usize,
    };
    let bar = progress::bar(0);
    let start = Instant::now();
    let counts = opened.session.divide(&config, &|done, parts| {
        bar.set_length(parts as u64);
        bar.set_position(done as u64);
    });
    let seconds = start.elapsed().as_secs_f64();
    bar.finish_and_clear();
    let nodes: u64 = counts.iter().map(|(_, nodes)| nodes).sum();
    let speed = nodes as f64 / seconds.max(1e-9);
    if args.json {
        let mut answer = json!({
            "game": opened.spec,
            "position": opened.session.position(),
            "depth": args.depth,
            "nodes": nodes,
            "seconds": seconds,
            "nodes_per_second": speed,
        });
        if args.divide {
            let counts: Map<_, _> = counts.into_iter().map(|(mv, n)| (mv, json!(n))).collect();
            answer["divide"] = Value::Object(counts);
        }
        writeln!(out, "{answer}")?;
        return Ok(ExitCode::SUCCESS);
    }
    if args.divide {
        for (mv, nodes) in &counts {
            writeln!(out, "{mv} {nodes}")?;
        }
        writeln!(out)?;
    }
    writeln!(out, "{}", pace(nodes, seconds))?;
    Ok(ExitCode::SUCCESS)
}
