//! Everything in the player that can be changed.

use plyglot_core::{
    OptionKind, OptionSpec, OptionValue, Options, SpecError, declare::join, options::option,
};

use super::{
    eval::ClassicEval,
    player::{Classic, Conduct},
    seats::{MOST_DEPTH, MOST_REDUCTION, MOST_WEIGHT, Seat, classic_seats, parse_seats},
};

const WEIGHT: OptionKind = OptionKind::Int { min: 0, max: MOST_WEIGHT as i64 };
const REDUCTION: OptionKind = OptionKind::Int { min: 1, max: MOST_REDUCTION as i64 };
const DEPTH: OptionKind = OptionKind::Int { min: 1, max: MOST_DEPTH as i64 };

/// The options of `classic`.
pub const OPTIONS: [OptionSpec; SEATS.len() + Conduct::OPTIONS.len()] =
    join(&[&SEATS, &Conduct::OPTIONS]);

/// The parameters of the seats. Their file decides those without a default.
const SEATS: [OptionSpec; 16] = [
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
];

/// The player under checked options.
pub fn read(options: &Options) -> Result<Classic, SpecError> {
    let mut seats = read_params(options)?;
    for (name, seat) in ["first", "second"].into_iter().zip(&mut seats) {
        override_seat(options, name, seat);
    }
    let conduct = Conduct::read(options);
    let eval = ClassicEval { seats, readings: conduct.readings, ends: conduct.ends };
    Ok(Classic { eval, conduct })
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
