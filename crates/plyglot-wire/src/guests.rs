//! The kinds of players from outside that the arena learns of here.

use plyglot_arena::guest::{self, Checked, Kind};
use plyglot_core::{Spec, SpecError};
use plyglot_protocol::BotSpec;

use crate::{NET, NetSeat, NetSpec, PYTHON, Program, Protocol, PythonSpec, protocol};

/// Lets all runs of this process have players who speak these protocols.
pub fn offer() {
    guest::offer(&KINDS);
}

static KINDS: [Kind; 3] = [
    Kind {
        takes: |spec| spec.name == NET,
        check: |spec, game| {
            let own = NetSpec::parse(spec)?;
            own.protocol.check_game(game)?;
            Ok(Checked { full: own.full(), name: own.name })
        },
        make: |spec, game| {
            let own = NetSpec::parse(spec)?;
            own.protocol.check_game(game)?;
            let guest = own.protocol.net.as_ref().expect("it was read with a port").guest;
            Ok(guest(NetSeat::new(own)))
        },
    },
    Kind {
        takes: |spec| {
            BotSpec::is_bot(spec) && BotSpec::parse(spec).is_ok_and(|own| own.protocol != "ugi")
        },
        check: |spec, game| {
            let bot = BotSpec::parse(spec)?;
            program(&bot, game)?;
            Ok(Checked { full: bot.to_string(), name: bot.name })
        },
        make: |spec, game| {
            let bot = BotSpec::parse(spec)?;
            Ok((program(&bot, game)?.1.guest)(bot, game))
        },
    },
    Kind {
        takes: |spec| spec.name == PYTHON,
        check: |spec, game| {
            let own = PythonSpec::parse(spec)?;
            own.check_game(game)?;
            Ok(Checked { full: own.to_string(), name: own.name })
        },
        make: |spec, game| {
            let own = PythonSpec::parse(spec)?;
            own.check_game(game)?;
            Ok(own.guest())
        },
    },
];

/// The protocol that a program speaks.
fn program(bot: &BotSpec, game: &str) -> Result<(&'static Protocol, &'static Program), SpecError> {
    let own = protocol(&bot.protocol);
    let found = own.and_then(|own| Some((own, own.program.as_ref()?)));
    let names = crate::PROTOCOLS.iter().filter(|own| own.program.is_some()).map(|own| own.name);
    let names: Vec<&str> = ["ugi"].into_iter().chain(names).collect();
    let unknown = || {
        SpecError(format!("exec: option protocol={}: expected {}", bot.protocol, names.join(", ")))
    };
    let (own, program) = found.ok_or_else(unknown)?;
    own.check_game(game)?;
    Ok((own, program))
}

impl Protocol {
    /// Refuses games that the protocol is not for.
    pub fn check_game(&self, game: &str) -> Result<(), SpecError> {
        let name = Spec::parse(game)?.name;
        if self.games.contains(&name.as_str()) {
            return Ok(());
        }
        let (own, games) = (self.name, self.games.join(", "));
        Err(SpecError(format!("the protocol {own} is for {games}, not for {name}")))
    }
}
