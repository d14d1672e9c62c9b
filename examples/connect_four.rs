//! Connect Four, complete in one file: the rules once, and every command of Plyglot works on it.
//!
//! `cargo run --release --example connect_four -- perft connect_four --depth 7`

use std::sync::OnceLock;

use plyglot_core::*;

const WIDTH: usize = 7;
const CELLS: usize = WIDTH * 6;
const KEYS: [u64; 3 * CELLS] = hash_keys(0x0C04);

/// The rules; they have no options.
#[derive(Clone)]
struct ConnectFour;

/// The stones row by row from the top: 0 and 1 are the players', 2 is none.
#[derive(Clone, PartialEq, Debug)]
struct Rack {
    stones: [u8; CELLS],
    turn: u8,
}

impl Rack {
    /// The cell where a stone dropped into a column comes to rest.
    fn landing(&self, column: usize) -> Option<usize> {
        (column..CELLS).step_by(WIDTH).rev().find(|&cell| self.stones[cell] == 2)
    }

    fn winner(&self) -> Option<Player> {
        let same = |at: usize, to: usize| self.stones.get(to) == Some(&self.stones[at]);
        let four = |at: usize, step: usize| {
            // A line that runs over the edge changes its column by more than three.
            let inside = (at % WIDTH).abs_diff((at + 3 * step) % WIDTH) < 4;
            inside && (1..4).all(|i| same(at, at + i * step))
        };
        let line_from = |at: &usize| [1, WIDTH - 1, WIDTH, WIDTH + 1].iter().any(|d| four(*at, *d));
        let mut stones = (0..CELLS).filter(|at| self.stones[*at] < 2);
        stones.find(line_from).map(|at| Player(self.stones[at]))
    }
}

impl Game for ConnectFour {
    type State = Rack;
    type Move = u8;
    type Undo = usize;

    fn players(&self) -> u8 {
        2
    }
    fn start(&self) -> Rack {
        Rack { stones: [2; CELLS], turn: 0 }
    }
    fn to_move(&self, state: &Rack) -> Player {
        Player(state.turn)
    }
    fn moves(&self, state: &Rack, out: &mut Vec<u8>) {
        if state.winner().is_none() {
            out.extend((0..WIDTH as u8).filter(|&column| state.landing(column.into()).is_some()));
        }
    }
    fn make(&self, state: &mut Rack, mv: u8) -> usize {
        let cell = state.landing(mv.into()).expect("a legal move has room");
        state.stones[cell] = state.turn;
        state.turn ^= 1;
        cell
    }
    fn unmake(&self, state: &mut Rack, _mv: u8, cell: usize) {
        state.stones[cell] = 2;
        state.turn ^= 1;
    }
    fn outcome(&self, state: &Rack) -> Option<Payoffs> {
        let over = state.winner().is_some() || !state.stones.contains(&2);
        over.then(|| Payoffs::duel(state.winner()))
    }
    fn hash(&self, state: &Rack) -> u64 {
        let keys = state.stones.iter().enumerate().map(|(at, s)| KEYS[3 * at + usize::from(*s)]);
        keys.fold(state.turn.into(), |hash, key| hash ^ key)
    }
}

impl Handover for ConnectFour {
    fn give_turn(&self, state: &mut Rack, to: Player) -> Player {
        Player(std::mem::replace(&mut state.turn, to.0))
    }
}

/// A position is its rows from the top, of `y`, `r` and `.`; a move is the number of a column.
impl Notation for ConnectFour {
    fn player_name(&self, player: Player) -> String {
        ["yellow", "red"][player.idx()].to_owned()
    }
    fn write_state(&self, state: &Rack) -> String {
        let signs = |row: &[u8]| row.iter().map(|s| ['y', 'r', '.'][usize::from(*s)]).collect();
        state.stones.chunks(WIDTH).map(signs).collect::<Vec<String>>().join("/")
    }
    fn parse_state(&self, text: &str) -> Result<(Self, Rack), TextError> {
        let (mut cursor, mut rack) = (Cursor::new(text.trim()), self.start());
        for cell in 0..CELLS {
            if cell > 0 && cell % WIDTH == 0 {
                cursor.expect('/')?;
            }
            let owner = cursor.peek().and_then(|sign| "yr.".find(sign));
            rack.stones[cell] = owner.ok_or_else(|| cursor.error("'y', 'r' or '.'"))? as u8;
            cursor.bump();
            if cell >= WIDTH && rack.stones[cell] == 2 && rack.stones[cell - WIDTH] != 2 {
                return Err(TextError::rules(format!("column {} has a gap", cell % WIDTH + 1)));
            }
        }
        cursor.end()?;
        let [yellow, red] = [0, 1].map(|p| rack.stones.iter().filter(|s| **s == p).count());
        rack.turn = (yellow > red).into();
        if yellow != red + usize::from(rack.turn) {
            return Err(TextError::rules(format!("{yellow} yellow stones and {red} red ones")));
        }
        Ok((self.clone(), rack))
    }
    fn setup(&self, state: &Rack) -> Option<Setup> {
        let [yellow, red] = [(0, 'y'), (1, 'r')].map(|(p, l)| Stamp::of(Player(p), "stone", l));
        Some(Setup::new(&self.scene(state), vec![Stamp::neutral("empty", '.'), yellow, red], None))
    }
    fn write_setup(&self, setup: &Setup) -> Option<String> {
        let rows: Vec<String> = setup.cells.chunks(WIDTH).map(|row| row.iter().collect()).collect();
        Some(rows.join("/"))
    }
    fn write_ply(&self, _state: &Rack, decisions: &[u8]) -> String {
        decisions.iter().map(|column| char::from(b'1' + column)).collect()
    }
    fn verdict(&self, state: &Rack, _repeated: bool) -> Option<Verdict> {
        let winner = state.winner().map_or("draw".to_owned(), |winner| self.player_name(winner));
        self.outcome(state).map(|_| Verdict::word(winner, None))
    }
}

impl Draw for ConnectFour {
    fn scene(&self, state: &Rack) -> Scene {
        let cell = |at: usize| Cell::square((at % WIDTH + 1).to_string(), at % WIDTH, at / WIDTH);
        let owned = (0..CELLS).filter(|at| state.stones[*at] < 2);
        let stone = |at: usize| {
            let owner = state.stones[at];
            Piece::new(at, Player(owner), "stone", ['y', 'r'][usize::from(owner)])
        };
        let (cells, pieces) = ((0..CELLS).map(cell).collect(), owned.map(stone).collect());
        Scene { cells, pieces, ..Scene::default() }
    }
    fn clicks(&self, state: &Rack, mv: u8) -> Vec<Click> {
        state.landing(mv.into()).map(Click::Cell).into_iter().collect()
    }
}

/// All that `plyglot learn` needs: what stands in every row and column, and how full the rack is.
struct Lines;

impl Features<ConnectFour> for Lines {
    fn stages(&self) -> usize {
        3
    }
    fn stage(&self, _game: &ConnectFour, state: &Rack) -> usize {
        state.stones.iter().filter(|stone| **stone < 2).count() / (CELLS / 3 + 1)
    }
    fn patterns(&self, _game: &ConnectFour) -> Option<&Patterns> {
        static ALL: OnceLock<Patterns> = OnceLock::new();
        let line = |cells: Vec<u8>| Pattern { cells, digits: [1, 2, 0, 0] };
        let rows = (0..6).map(|row| line((7 * row..7 * row + 7).collect()));
        let columns = (0..4).map(|column| line((column..42).step_by(WIDTH).collect()));
        let mirror = (0..42).map(|at| at / 7 * 7 + 6 - at % 7).collect();
        Some(ALL.get_or_init(|| Patterns::new(&rows.chain(columns).collect::<Vec<_>>(), &[mirror])))
    }
    fn planes(&self, _game: &ConnectFour, state: &Rack, seat: Player) -> Planes {
        let stones = |own| (0..CELLS).filter(move |at| state.stones[*at] == own);
        [seat.0, 1 - seat.0, 3, 3].map(|own| stones(own).fold(0, |set, at| set | 1 << at))
    }
}

impl Listed for ConnectFour {
    const NAME: &'static str = "connect_four";
    const ABOUT: &'static str = "four in a row on 7x6, stones fall";
    const PLAYERS: &'static str = "2";
    const FEATURES: Option<&'static dyn Features<Self>> = Some(&Lines);
    const SOURCE: &'static str = include_str!("connect_four.rs");
    fn build(_options: &Options) -> Result<Self, SpecError> {
        Ok(ConnectFour)
    }
}

fn main() -> std::process::ExitCode {
    plyglot_cli::main(&plyglot_catalog::Catalog::standard().with::<ConnectFour>())
}
