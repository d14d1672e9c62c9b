//! Limits that cut short an agent whose work has a fixed size.

use std::{sync::atomic::AtomicBool, time::Duration};

use plyglot_catalog::{Budget, Catalog, Opened, Request, SEATS, WallClock};
use plyglot_core::{Clock as _, Spec, options::Loader};

use crate::{Entrant, Limits};

/// How long an agent is tried at most, and all of them.
const LONGEST_TRIAL: Duration = Duration::from_secs(1);
const LONGEST_TRIALS: Duration = Duration::from_secs(3);

/// Which agents the limits of moves do not suit: classic players think to a depth of their own and are
/// made for no less, so that one that is cut short may have looked at nothing. Each is tried at the start of the
/// game, for a second at most and all for three; who ends later is said nothing of.
pub fn unfit_limits(
    catalog: &Catalog,
    opened: &Opened,
    entrants: &[Entrant],
    limits: &Limits,
    load: Loader<'_>,
) -> Vec<String> {
    let players = catalog.players(opened.entry.name).unwrap_or_default();
    let players: Vec<&str> = players.iter().map(|player| player.name).collect();
    let limited = limits.nodes.is_some() || limits.of_move().is_some();
    let began = WallClock::start();
    let tried = entrants.iter().filter(|own| limited && is_classic(&own.spec, &players));
    let tried = tried.take_while(|_| began.now() < LONGEST_TRIALS);
    tried.filter_map(|own| unfit(catalog, opened, own, limits, load)).collect()
}

/// Whether an agent is one of these players, or one for some seat.
fn is_classic(text: &str, players: &[&str]) -> bool {
    let Ok(spec) = Spec::parse(text) else { return false };
    let seats = spec.name == SEATS;
    players.contains(&&*spec.name)
        || seats && spec.given.iter().any(|(_, own)| is_classic(own, players))
}

fn unfit(
    catalog: &Catalog,
    opened: &Opened,
    entrant: &Entrant,
    limits: &Limits,
    load: Loader<'_>,
) -> Option<String> {
    let mut agent = catalog.agent(&entrant.spec, opened, load).ok()?;
    let (clock, stop) = (WallClock::start(), AtomicBool::new(false));
    let budget = Budget { nodes: None, time: Some(LONGEST_TRIAL) };
    let request = Request { budget, ..Request::new(&clock, &stop) };
    let answer = agent.think(&*opened.session, &request, &mut |_| {}).ok()?;
    let spent = clock.now();
    // Who never ends by itself deepens as long as it may, and makes do with any limit.
    if spent >= LONGEST_TRIAL {
        return None;
    }
    let (needs, has) = match (limits.nodes, limits.of_move()) {
        (Some(nodes), _) if answer.nodes > nodes => {
            (format!("{} nodes", answer.nodes), format!("{nodes}"))
        }
        (_, Some(time)) if spent > time => {
            (format!("{:.2} s", spent.as_secs_f64()), format!("{}", time.as_secs_f64()))
        }
        _ => return None,
    };
    let name = &entrant.name;
    Some(format!(
        "{name}: its work has a fixed size, {needs} for the first move; {has} a move cut it short, and it \
         plays worse than it can"
    ))
}

#[cfg(test)]
mod tests {
    use plyglot_core::options::no_files;

    use super::*;
    use crate::entrant::{Files, entrant};

    #[test]
    fn players_of_fixed_size_are_told_of_limits_that_cut_them_short() {
        let catalog = Catalog::standard();
        let opened = catalog.open("chexers", &no_files).unwrap();
        let files = Files::new(&no_files);
        let all = ["classic", "best", "random", "paranoid(depth=3)"]
            .map(|spec| entrant(&catalog, &opened, spec, None, &files).unwrap());
        let told = |limits| unfit_limits(&catalog, &opened, &all, &limits, &no_files);
        let nodes = |nodes| Limits { nodes: Some(nodes), ..Limits::default() };
        let few = told(nodes(50));
        assert!(is_classic("seats(1=random,2=classic(depth=2),3=random)", &["classic"]));
        assert!(few.len() == 1 && few[0].starts_with("classic: its work has"), "{few:?}");
        assert!(few[0].contains("; 50 a move cut it short"), "{few:?}");
        assert_eq!(told(nodes(u64::MAX)), Vec::<String>::new());
        assert_eq!(told(Limits::default()), Vec::<String>::new());
    }
}
