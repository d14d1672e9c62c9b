//! Tables of endings that players ask: those that come with games, and those of the host.

use std::sync::Arc;

use plyglot_catalog::{Catalog, Endings, Opened, Shelf, Values};
use plyglot_core::options::no_files;

fn open(catalog: &Catalog, text: &str) -> Opened {
    catalog.open(text, &no_files).unwrap()
}

#[test]
fn what_comes_with_checkers_is_what_can_be_built() {
    let catalog = Catalog::standard();
    let opened = open(&catalog, "checkers");
    let endings = catalog.tables(&opened).unwrap();
    let plan = endings.plan(4).unwrap();
    let built = endings.build(plan, 2, &mut |_| {}).unwrap();
    let shipped = catalog.stocked(&opened).unwrap();
    assert_eq!(shipped.pieces(), 4);
    for (slice, _) in built.slices() {
        assert_eq!(shipped.pieces_of(slice), built.pieces_of(slice));
        for number in 0..=endings.size(slice) {
            assert_eq!(shipped.value(slice, number), built.value(slice, number));
        }
    }
}

/// Has tables of six pieces for Dala on the small board.
struct Small;

impl Shelf for Small {
    fn tables(&self, game: &str, endings: &Endings<'_>) -> Option<Arc<dyn Values>> {
        (game == "dala" && endings.layout() == "squares4-1").then(|| {
            let plan = endings.plan(6).unwrap();
            let tables: Arc<dyn Values> = Arc::new(endings.build(plan, 1, &mut |_| {}).unwrap());
            tables
        })
    }
}

#[test]
fn the_full_name_of_a_player_tells_which_tables_it_asks() {
    let (bare, stocked) = (Catalog::standard(), Catalog::standard().with_shelf(Arc::new(Small)));
    let name = |catalog: &Catalog, game: &str, agent: &str| {
        let agent = catalog.agent(agent, &open(catalog, game), &no_files).unwrap();
        let at = agent.spec().find("tables=").unwrap();
        agent.spec()[at..].chars().find(char::is_ascii_digit).unwrap()
    };
    for catalog in [&bare, &stocked] {
        assert_eq!(name(catalog, "checkers", "best"), '4');
        assert_eq!(name(catalog, "checkers", "best(tables=3)"), '3');
        assert_eq!(name(catalog, "checkers", "best(tables=1)"), '0');
        assert_eq!(name(catalog, "checkers", "hand"), '0');
        assert_eq!(name(catalog, "dala", "alphabeta(tables=8)"), '0');
    }
    assert_eq!(name(&bare, "dala(board=4)", "alphabeta(tables=8)"), '0');
    assert_eq!(name(&stocked, "dala(board=4)", "alphabeta(tables=8)"), '6');
    assert_eq!(name(&stocked, "dala(board=4)", "alphabeta(tables=5)"), '0');
    // Other rules have other tables, and none here.
    assert_eq!(name(&stocked, "dala(board=4,no_move=draw)", "alphabeta(tables=8)"), '0');
    assert_eq!(name(&stocked, "dala(board=4,no_move=pass)", "alphabeta(tables=8)"), '0');
}

/// Says that it has tables of five pieces, of which none can be read.
struct Damaged;

impl Values for Damaged {
    fn pieces(&self) -> u32 {
        5
    }

    fn pieces_of(&self, _slice: u32) -> Option<u32> {
        Some(5)
    }

    fn value(&self, _slice: u32, _index: u64) -> Option<u8> {
        None
    }

    fn fault(&self) -> Option<&str> {
        Some("a block is damaged")
    }
}

impl Shelf for Damaged {
    fn tables(&self, _game: &str, _endings: &Endings<'_>) -> Option<Arc<dyn Values>> {
        Some(Arc::new(Damaged))
    }
}

#[test]
fn what_comes_with_a_game_is_asked_whatever_becomes_of_the_rest() {
    let (bare, stocked) = (Catalog::standard(), Catalog::standard().with_shelf(Arc::new(Damaged)));
    let opened = open(&stocked, "checkers");
    let endings = stocked.tables(&opened).unwrap();
    let [own, both] = [&bare, &stocked].map(|catalog| catalog.stocked(&opened).unwrap());
    assert_eq!((own.pieces(), both.pieces()), (4, 5));
    for pieces in 2..=4 {
        for slice in endings.groups(pieces).unwrap().into_iter().flatten() {
            assert_eq!(both.pieces_of(slice), Some(pieces));
            for number in (0..endings.size(slice)).step_by(97) {
                assert!(own.value(slice, number).is_some());
                assert_eq!(both.value(slice, number), own.value(slice, number));
            }
        }
    }
    let more = endings.groups(5).unwrap()[0][0];
    assert_eq!((both.pieces_of(more), both.value(more, 0)), (Some(5), None));
    assert_eq!((own.fault(), both.fault()), (None, Some("a block is damaged")));
}
