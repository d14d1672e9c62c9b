//! Everything in the player that can be changed.

use std::time::Duration;

use plyglot_core::{
    OptionKind, OptionSpec, OptionValue, Options, SpecError,
    options::{flag, option},
};

use super::{
    eval::{ClassicEval, Dropping, Lines, MovesOut},
    player::{Conduct, Distance, Generation},
    seats::{MOST_DEPTH, MOST_REDUCTION, MOST_WEIGHT, Seat, classic_seats, parse_seats},
};

const WEIGHT: OptionKind = OptionKind::Int { min: 0, max: MOST_WEIGHT as i64 };
const REDUCTION: OptionKind = OptionKind::Int { min: 1, max: MOST_REDUCTION as i64 };
const DEPTH: OptionKind = OptionKind::Int { min: 1, max: MOST_DEPTH as i64 };
const SECONDS: OptionKind = OptionKind::Real { min: 0.0, max: 1e6 };

/// The options of `classic`. The parameter file decides those without a default.
pub const OPTIONS: &[OptionSpec] = &[
    option(
        "params",
        OptionKind::File(&["classic"]),
        "classic",
        "the parameters: two lines of V_LOST V_TWO V_LINE V_MOVE V_MOVEO V_REDU depth, the first \
         player's and the second's; single options override them",
    ),
    option("depth", DEPTH, "", "cutoff depth of both seats, in drops and steps"),
    option("first_depth", DEPTH, "", "cutoff depth as the first player (classic: 4)"),
    option("first_lost", WEIGHT, "", "V_LOST as the first player (classic: 876294)"),
    option("first_two", WEIGHT, "", "V_TWO as the first player (classic: 251283)"),
    option("first_line", WEIGHT, "", "V_LINE as the first player (classic: 751278)"),
    option("first_move", WEIGHT, "", "V_MOVE as the first player (classic: 720102)"),
    option("first_move_out", WEIGHT, "", "V_MOVEO as the first player (classic: 846047)"),
    option("first_reduction", REDUCTION, "", "V_REDU as the first player (classic: 1)"),
    option("second_depth", DEPTH, "", "cutoff depth as the second player (classic: 3)"),
    option("second_lost", WEIGHT, "", "V_LOST as the second player (classic: 911133)"),
    option("second_two", WEIGHT, "", "V_TWO as the second player (classic: 75813)"),
    option("second_line", WEIGHT, "", "V_LINE as the second player (classic: 68489)"),
    option("second_move", WEIGHT, "", "V_MOVE as the second player (classic: 159224)"),
    option("second_move_out", WEIGHT, "", "V_MOVEO as the second player (classic: 395136)"),
    option("second_reduction", REDUCTION, "", "V_REDU as the second player (classic: 7)"),
    option(
        "relax_step",
        OptionKind::Int { min: 0, max: 24 },
        "6",
        "once all pieces are dropped, look one deeper for this many pieces gone; 0 for never",
    ),
    flag("clock", "off", "heed soft_seconds and hard_seconds, so that answers depend on the time"),
    option("soft_seconds", SECONDS, "20", "seconds after which the cutoff depth is at most 2"),
    option("hard_seconds", SECONDS, "30", "seconds after which every position is judged as it is"),
    option(
        "v3",
        OptionKind::Choice(&["rows_and_columns", "pairs"]),
        "rows_and_columns",
        "what V_LINE counts: rows and columns where a drop scores, or pairs that a drop completes",
    ),
    option(
        "v5",
        OptionKind::Choice(&["departure", "source"]),
        "departure",
        "what V_MOVEO counts: pieces whose leaving scores, or all with a step that scores; V_MOVE \
         then counts the targets of such steps",
    ),
    option(
        "dropping",
        OptionKind::Choice(&["own", "any"]),
        "own",
        "V_TWO and V_LINE count while the player himself, or anybody, has pieces in hand",
    ),
    option(
        "generation",
        OptionKind::Choice(&["reading", "rising"]),
        "reading",
        "the order of moves, which decides the last ties: from a6 to f1, or from a1 to f6",
    ),
    flag("tie_capture", "on", "of equally good moves prefer those that capture"),
    flag("tie_local", "on", "then those with the better evaluation right after the drop or step"),
    option(
        "tie_distance",
        OptionKind::Choice(&["own", "all", "off"]),
        "own",
        "then, when stepping, those with the smaller sum of distances between own or all pieces",
    ),
    option("win", WIN, "1000000000", "what a won game is worth"),
    option("win_piece", WEIGHT, "1000000", "what each piece more than the loser's adds to a win"),
    flag("prefer_fast", "off", "prefer nearer wins and later losses"),
];

const WIN: OptionKind = OptionKind::Int { min: 0, max: 1_000_000_000_000 };

/// The evaluation under checked options.
pub fn read_eval(options: &Options) -> Result<ClassicEval, SpecError> {
    let default = ClassicEval::default();
    let mut seats = read_params(options)?;
    for (name, seat) in ["first", "second"].into_iter().zip(&mut seats) {
        override_seat(options, name, seat);
    }
    Ok(ClassicEval {
        seats,
        lines: match options.word("v3") {
            Some("pairs") => Lines::Pairs,
            _ => Lines::RowsAndColumns,
        },
        moves_out: match options.word("v5") {
            Some("source") => MovesOut::Source,
            _ => MovesOut::Departure,
        },
        dropping: match options.word("dropping") {
            Some("any") => Dropping::Any,
            _ => Dropping::Own,
        },
        win: options.int("win").unwrap_or(default.win),
        win_piece: options.int("win_piece").unwrap_or(default.win_piece),
    })
}

/// The manner of searching under checked options.
pub fn read_conduct(options: &Options) -> Conduct {
    let on = |name: &str| options.flag(name) == Some(true);
    let seconds = |name: &str| {
        let given = on("clock").then(|| options.real(name)).flatten();
        given.map_or(Duration::MAX, Duration::from_secs_f64)
    };
    Conduct {
        relax_step: options.int("relax_step").unwrap_or(6) as u32,
        soft: seconds("soft_seconds"),
        hard: seconds("hard_seconds"),
        generation: match options.word("generation") {
            Some("rising") => Generation::Rising,
            _ => Generation::Reading,
        },
        tie_capture: on("tie_capture"),
        tie_local: on("tie_local"),
        tie_distance: match options.word("tie_distance") {
            Some("all") => Distance::All,
            Some("off") => Distance::Off,
            _ => Distance::Own,
        },
        prefer_fast: on("prefer_fast"),
    }
}

fn read_params(options: &Options) -> Result<[Seat; 2], SpecError> {
    match options.get("params") {
        Some(OptionValue::File(name, Some(text))) => parse_seats(text)
            .map_err(|error| SpecError(format!("classic: option params={name}: {error}"))),
        _ => Ok(classic_seats()),
    }
}

/// Replaces what single options give; the seat's own depth goes before that of both.
fn override_seat(options: &Options, which: &str, seat: &mut Seat) {
    let given = |name: &str| options.int(&format!("{which}_{name}"));
    seat.lost = given("lost").unwrap_or(seat.lost);
    seat.two = given("two").unwrap_or(seat.two);
    seat.line = given("line").unwrap_or(seat.line);
    seat.move_in = given("move").unwrap_or(seat.move_in);
    seat.move_out = given("move_out").unwrap_or(seat.move_out);
    seat.reduction = given("reduction").unwrap_or(seat.reduction);
    let depth = given("depth").or_else(|| options.int("depth"));
    seat.depth = depth.map_or(seat.depth, |depth| depth as u32);
}
