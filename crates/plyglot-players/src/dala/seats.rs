//! The parameters of both seats, and the file they come from.
//!
//! Two lines of seven numbers, the first player's and the second player's, in the order of
//! [`FIELDS`]. Everything after a `#` is a comment.

use plyglot_core::{Cursor, TextError};

/// The parameter file of the program as described.
pub const CLASSIC: &str = "\
# V_LOST V_TWO V_LINE V_MOVE V_MOVEO V_REDU depth
876294 251283 751278 720102 846047 1 4
911133 75813 68489 159224 395136 7 3
";

/// The largest weight: the sum of all terms stays below the value of a win.
pub const MOST_WEIGHT: u32 = 10_000_000;
/// The largest divisor of the dropping phase.
pub const MOST_REDUCTION: u32 = 1000;
/// The largest depth.
pub const MOST_DEPTH: u32 = 20;

/// The fields of a line, with the range of each.
pub const FIELDS: [(&str, u32, u32); 7] = [
    ("V_LOST", 0, MOST_WEIGHT),
    ("V_TWO", 0, MOST_WEIGHT),
    ("V_LINE", 0, MOST_WEIGHT),
    ("V_MOVE", 0, MOST_WEIGHT),
    ("V_MOVEO", 0, MOST_WEIGHT),
    ("V_REDU", 1, MOST_REDUCTION),
    ("depth", 1, MOST_DEPTH),
];

/// What a seat plays with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seat {
    /// V_LOST: for a piece taken from the enemy.
    pub lost: i64,
    /// V_TWO: for a square where a drop scores.
    pub two: i64,
    /// V_LINE: for a row or column where a drop scores.
    pub line: i64,
    /// V_MOVE: for a square that a step into scores.
    pub move_in: i64,
    /// V_MOVEO: for a piece that a step out of a line scores.
    pub move_out: i64,
    /// V_REDU: what the last two are divided by while more than one piece is in hand.
    pub reduction: i64,
    /// The cutoff depth.
    pub depth: u32,
}

impl Seat {
    /// The seat of seven numbers in the order of [`FIELDS`].
    pub fn from_fields(fields: [u32; 7]) -> Seat {
        let [lost, two, line, move_in, move_out, reduction, depth] = fields.map(i64::from);
        Seat { lost, two, line, move_in, move_out, reduction, depth: depth as u32 }
    }

    /// The seven numbers in the order of [`FIELDS`].
    pub fn fields(&self) -> [i64; 7] {
        let Seat { lost, two, line, move_in, move_out, reduction, depth } = *self;
        [lost, two, line, move_in, move_out, reduction, depth.into()]
    }
}

/// The seats of the program as described.
pub fn classic_seats() -> [Seat; 2] {
    parse_seats(CLASSIC).expect("the parameter file of the program is well formed")
}

/// Reads a parameter file; an error names the line and the field.
pub fn parse_seats(text: &str) -> Result<[Seat; 2], TextError> {
    let mut cursor = Cursor::new(text);
    let first = read_seat(&mut cursor, "first")?;
    let second = read_seat(&mut cursor, "second")?;
    skip_blank_lines(&mut cursor);
    cursor.end()?;
    Ok([first, second])
}

/// Writes a parameter file that [`parse_seats`] reads.
pub fn write_seats(seats: &[Seat; 2]) -> String {
    let mut text = format!("# {}\n", FIELDS.map(|(name, ..)| name).join(" "));
    for seat in seats {
        text += &seat.fields().map(|field| field.to_string()).join(" ");
        text.push('\n');
    }
    text
}

fn read_seat(cursor: &mut Cursor<'_>, which: &str) -> Result<Seat, TextError> {
    skip_blank_lines(cursor);
    let mut fields = [0; 7];
    for (value, (name, least, most)) in fields.iter_mut().zip(FIELDS) {
        skip_spaces(cursor);
        let (start, what) = (cursor.offset(), format!("{name} of the {which} player"));
        *value = cursor.number(least..=most, &what)?;
        if cursor.peek().is_some_and(|c| !c.is_whitespace() && c != '#') {
            return Err(cursor.error_at(start, format!("{what} from {least} to {most}")));
        }
    }
    skip_spaces(cursor);
    skip_comment(cursor);
    match cursor.peek() {
        None | Some('\n') => Ok(Seat::from_fields(fields)),
        Some(_) => Err(cursor.error(format!("the end of the {which} player's line after depth"))),
    }
}

fn skip_blank_lines(cursor: &mut Cursor<'_>) {
    cursor.skip_white();
    while cursor.peek() == Some('#') {
        skip_comment(cursor);
        cursor.skip_white();
    }
}

fn skip_spaces(cursor: &mut Cursor<'_>) {
    cursor.take_while(|c| c.is_whitespace() && c != '\n');
}

fn skip_comment(cursor: &mut Cursor<'_>) {
    if cursor.peek() == Some('#') {
        cursor.take_while(|c| c != '\n');
    }
}
