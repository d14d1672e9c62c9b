//! Tests of what the core offers beside traits.

mod files;
mod ludii;
mod session;

use std::cmp::Ordering::{Equal, Greater, Less};

use crate::{
    Bound, Cursor, History, OptionKind, OptionSpec, Options, Payoffs, Player, Rng, Scale, Sides,
    Spec, TextError, Value, Worth, choices, compare_numerically,
    declare::{only, with, without},
    did_you_mean, nearest, options, ranks,
    sets::{choose, rank, unrank},
};

#[test]
fn history_counts_and_forgets() {
    let mut history = History::default();
    let keys: Vec<u64> = (0..5000).map(|i| crate::mix(i % 700)).collect();
    for (at, key) in keys.iter().enumerate() {
        let seen = keys[..=at].iter().filter(|other| *other == key).count() as u32;
        assert_eq!(history.visit(*key), seen);
        history.pop();
        assert!(!history.visit_reaches(*key, seen + 1));
        history.pop();
        assert!(history.visit_reaches(*key, seen));
    }
    for _ in 0..4300 {
        history.pop();
    }
    assert_eq!(history.len(), 700);
    assert!(keys[..700].iter().all(|key| history.count(*key) == 1));
    history.clear();
    assert!(keys.iter().all(|key| history.count(*key) == 0) && history.is_empty());
}

#[test]
fn sets_of_cells_have_numbers_without_a_gap() {
    assert_eq!((choose(5, 2), choose(64, 12), choose(3, 4)), (10, 3_284_214_703_056, 0));
    for (taken, cells) in [(0, 9), (0b1_0010_0101, 9), (1 << 40 | 1, 64)] {
        for members in 0..=3 {
            let free = cells - u64::count_ones(taken);
            let mut before = None;
            for number in 0..choose(free, members) {
                let set = unrank(number, members, taken, cells);
                assert_eq!((set.count_ones(), set & taken), (members, 0));
                assert!(before < Some(set), "in order, so none comes twice");
                assert_eq!(rank(set, taken), number);
                before = Some(set);
            }
        }
    }
}

#[test]
fn random_numbers_are_the_same_everywhere() {
    let mut rng = Rng::new(42);
    let first: Vec<u64> = (0..3).map(|_| rng.next_u64()).collect();
    let mut again = Rng::new(42);
    assert!(first.iter().all(|number| again.next_u64() == *number));
    assert_ne!(Rng::stream(42, 0).next_u64(), Rng::stream(42, 1).next_u64());
    let mut counts = [0; 6];
    (0..60_000).for_each(|_| counts[rng.below(6)] += 1);
    assert!(counts.iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
}

#[test]
fn cursor_tells_line_and_column() {
    let mut cursor = Cursor::new("ab\ncdé 17");
    assert_eq!(cursor.word(), "ab");
    cursor.skip_white();
    assert_eq!(cursor.word(), "cdé");
    cursor.skip_white();
    let error = cursor.number(1..=9, "a rank").unwrap_err();
    assert_eq!(error.to_string(), "line 2, column 5: expected a rank from 1 to 9, found \"17\"");
    assert!(matches!(error, TextError::Syntax { line: 2, column: 5, .. }));
    assert_eq!(Cursor::new("x").expect('y').unwrap_err().to_string().matches("'y'").count(), 1);
    assert!(Cursor::new("99999999999999999999").number(0..=9, "n").is_err());
}

#[test]
fn sides_and_scores_follow_ranks() {
    let teams = Sides::new(4, |seat| seat.0 % 2);
    assert_eq!((teams.count(), teams.of(Player(2)), teams.of(Player(3))), (2, 0, 1));
    assert_eq!(teams.first_seats().collect::<Vec<_>>(), [Player(0), Player(1)]);
    assert_eq!(teams.spread(&[5, 9]), [5, 9, 5, 9]);
    let alone = Sides::new(3, |seat| seat.0 + 7);
    let mut payoffs = Payoffs::default();
    payoffs.0[..3].copy_from_slice(&[2, 39, 2]);
    let scores = [0, 1, 2].map(|seat| alone.score(&payoffs, Player(seat)));
    assert_eq!(scores, [0.25, 1.0, 0.25]);
}

#[test]
fn expected_scores_add_up() {
    let scale = Scale::new(120.0);
    assert!((scale.score(120.0) - 0.731).abs() < 1e-3);
    for points in [vec![30.0, -30.0], vec![500.0, 20.0, -3.0], vec![0.0; 8]] {
        let scores = scale.scores(&points);
        let sum: f64 = scores.iter().sum();
        assert!((sum - points.len() as f64 / 2.0).abs() < 1e-12);
        assert!(scores.windows(2).all(|pair| pair[0] >= pair[1]));
    }
    assert_eq!(scale.score_alone(30.0, 2), scale.scores(&[30.0, -30.0])[0]);
    let absolute = Scale { unit: 10.0, even: 88.0 };
    assert_eq!(absolute.score_alone(88.0, 3), 0.5);
}

#[test]
fn values_are_told_in_words() {
    let end = |score, distance| Value::from(Worth::End { score, distance });
    assert_eq!(end(1.0, Some(3)).to_string(), "win in 3");
    assert_eq!(end(0.0, None).to_string(), "loss");
    assert_eq!(end(0.5, Some(9)).to_string(), "draw");
    assert_eq!(Value::points(-0.001).to_string(), "0 points");
    let bound = Value { worth: Worth::Expected(0.625), bound: Bound::AtLeast };
    assert_eq!(bound.to_string(), "at least 62.5 %");
}

const OPTIONS: &[OptionSpec] = &[
    OptionSpec { name: "limit", kind: OptionKind::Int { min: 0, max: 9 }, default: "3", help: "" },
    OptionSpec { name: "fast", kind: OptionKind::Flag, default: "", help: "" },
    OptionSpec { name: "mode", kind: OptionKind::Choice(&["a", "b"]), default: "a", help: "" },
    OptionSpec { name: "map", kind: OptionKind::File(&["plain"]), default: "plain", help: "" },
    OptionSpec {
        name: "share",
        kind: OptionKind::Real { min: 0.0, max: 1.0 },
        default: "0.5",
        help: "",
    },
    OptionSpec { name: "eval", kind: OptionKind::Spec, default: "good", help: "" },
];

fn check(text: &str) -> Result<Options, String> {
    let spec = Spec::parse(text).map_err(|error| error.to_string())?;
    let load =
        |path: &str| if path == "my.map" { Ok("2".to_owned()) } else { Err("no".to_owned()) };
    Options::check(&spec.name, OPTIONS, &spec.given, &load).map_err(|error| error.to_string())
}

#[test]
fn options_are_read_and_written() {
    let options = check("g( limit=off, fast=yes,map=\"my.map\", eval=good(a=1,b=(2)) )").unwrap();
    assert_eq!((options.int("limit"), options.flag("fast")), (Some(0), Some(true)));
    assert_eq!((options.word("mode"), options.real("share")), (Some("a"), Some(0.5)));
    assert_eq!(options.spec("eval"), Some("good(a=1,b=(2))"));
    let normal = options.normal_form();
    assert_eq!(normal, "(limit=0,fast=true,mode=a,map=my.map,share=0.5,eval=good(a=1,b=(2)))");
    assert_eq!(check(&format!("g{normal}")).unwrap().normal_form(), normal);
    assert_eq!(check("g").unwrap().flag("fast"), None);
}

#[test]
fn refused_options_say_what_is_possible() {
    let refused = |text: &str| check(text).unwrap_err();
    assert_eq!(refused("g(limit=10)"), "g: option limit=10: expected a number from 0 (off) to 9");
    assert_eq!(refused("g(mode=c)"), "g: option mode=c: expected one of a, b");
    assert!(refused("g(speed=1)").contains("it has: limit, fast, mode, map, share, eval"));
    assert!(refused("g(map=none)").contains("a file, or one of plain (no)"));
    assert!(refused("g(limit=1").contains("closing bracket"));
    assert!(refused("g(limit)").contains("expected option=value"));
    assert!(refused("g(limit=1,limit=2)").contains("given twice"));
    assert!(refused("g(share=nan)").contains("a real number from 0 to 1"));
    assert!(refused("g(limits=1)").ends_with("share, eval; did you mean limit?"));
    assert!(refused("g(map=plian)").ends_with("one of plain (no); did you mean plain?"));
}

#[test]
fn the_nearest_names_are_proposed() {
    let names = ["checkers", "chexers", "halma", "reversi", "reversixt", "alphabeta"];
    let near = |wanted: &str| nearest(wanted, names);
    assert_eq!(near("chekers"), ["checkers", "chexers"]);
    assert_eq!(near("hlama"), ["halma"]);
    assert_eq!(near("REVERSI"), ["reversi"]);
    assert_eq!(near("alpha"), ["alphabeta"]);
    assert_eq!(near("rev"), ["reversi", "reversixt"]);
    for far in ["", "h", "chess", "deepblue", &"halma".repeat(1000)] {
        assert!(near(far).is_empty(), "{far}");
    }
    assert_eq!(nearest("d3", ["c3", "d4", "d7", "e3"]), ["c3", "d4", "d7"]);
    assert_eq!(did_you_mean("hlama", names), "; did you mean halma?");
    assert_eq!(did_you_mean("rev", names), "; did you mean reversi or reversixt?");
    assert_eq!(did_you_mean("go", names), "");
}

#[test]
fn specifications_beyond_reason_are_refused_with_the_place() {
    let refused = |text: &str| Spec::parse(text).unwrap_err().to_string();
    assert_eq!(
        refused("g(é=f(1)"),
        "specification \"g(é=f(1)\" lacks the closing bracket of the one at character 2"
    );
    assert!(refused("g(a=\"1)").ends_with("lacks the closing quote of the one at character 5"));
    assert!(refused("g(a=1))").ends_with("goes on after its closing bracket, at character 7"));
    assert!(refused("g(a=1)(b=2)").ends_with("goes on after its closing bracket, at character 7"));
    assert!(refused("g)").ends_with("has a closing bracket too many, at character 2"));
    assert!(refused("g(f(a)=1)").contains("expected option=value"));
    let nested = |depth: usize| format!("g{}1{}", "(a=g".repeat(depth), ")".repeat(depth));
    assert!(Spec::parse(&nested(16)).is_ok());
    assert!(refused(&nested(17)).contains("more than 16 deep in each other, at character 66"));
    assert!(refused(&nested(1 << 20)).contains("bytes, more than 65536"));
    let long = |bytes: usize| format!("g(a={})", "x".repeat(bytes - 5));
    assert!(Spec::parse(&long(65536)).is_ok());
    assert!(refused(&long(65537)).contains("has 65537 bytes, more than 65536"));
}

#[test]
fn specifications_are_written_as_they_are_read() {
    let signs: Vec<char> = "ab=(),\" é'\n1.".chars().collect();
    let mut rng = Rng::new(11);
    let mut text = |most: usize| -> String {
        (0..rng.below(most)).map(|_| signs[rng.below(signs.len())]).collect()
    };
    for _ in 0..50_000 {
        let given = vec![("a".to_owned(), text(9)), ("b".to_owned(), text(9))];
        let spec = Spec { name: "g".to_owned(), given };
        assert_eq!(Spec::parse(&spec.to_string()).as_ref(), Ok(&spec), "{spec}");
        if let Ok(read) = Spec::parse(&format!("g({})", text(20))) {
            assert_eq!(Spec::parse(&read.to_string()).as_ref(), Ok(&read), "{read}");
        }
    }
    let bot = Spec::parse("exec(cmd=\"sh -c \"a b\" c\",x=\"say \"\"hi\"\"\")").unwrap();
    assert_eq!((&*bot.given[0].1, &*bot.given[1].1), ("sh -c \"a b\" c", "say \"hi\""));
}

#[test]
fn standings_follow_ranks() {
    let sides = Sides::new(4, |seat| seat.0 % 3);
    let mut payoffs = Payoffs::default();
    payoffs.0[..4].copy_from_slice(&[2, 39, 39, 2]);
    let standing = |seat| sides.standing(&payoffs, Player(seat));
    assert_eq!([0, 1, 2, 3].map(standing), [Less, Equal, Equal, Less]);
    assert_eq!(sides.standing(&Payoffs::duel(Some(Player(0))), Player(0)), Greater);
}

#[test]
fn ranks_are_shared() {
    let mut payoffs = Payoffs::default();
    payoffs.0[..4].copy_from_slice(&[3, 7, 3, -1]);
    assert_eq!(ranks(&payoffs, 4), [2, 1, 2, 4]);
    assert_eq!(Payoffs::duel(Some(Player(1))).0[..2], [-1, 1]);
}

#[test]
fn numbers_in_texts_sort_as_numbers() {
    let mut texts = ["10-14", "9-13", "9x18", "9-5"];
    texts.sort_by(|a, b| compare_numerically(a, b));
    assert_eq!(texts, ["9-5", "9-13", "9x18", "10-14"]);
}

#[test]
fn no_specification_makes_the_reader_panic() {
    let signs: Vec<char> = "gab=(),\"1. é\u{1F600}\n-limitmapevalshare".chars().collect();
    let mut rng = Rng::new(5);
    for _ in 0..50_000 {
        let length = rng.below(30);
        let text: String = (0..length).map(|_| signs[rng.below(signs.len())]).collect();
        let _ = check(&text);
        if let Ok(spec) = Spec::parse(&text) {
            let _ = Spec::parse(&spec.to_string());
        }
        let _ = check(&format!("g({text})"));
        let _ = check(&format!("g(eval={text})"));
    }
}

options! {
    /// Shared by several.
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Shared {
        /// how many
        count: usize = "3" in 0..=1 << 20,
    }
}

options! {
    /// One field of every kind.
    #[derive(Clone, Debug, PartialEq)]
    struct Everything {
        /// one of two, told over
        /// two lines
        side: Side = "left",
        shared: Shared,
        /// on or off
        flag: bool = "on",
        /// seconds
        rest: std::time::Duration = "0.5" in 0.0..=1e6,
        /// something else decides
        most: Option<i64> = "" in -5..=5i64,
        /// how it goes on
        next("move"): f64 = "-1" in -1e9..=1e9,
    }
}

choices! {
    /// Two words.
    enum Side {
        Left = "left",
        Right = "right",
    }
}

const OTHERWISE: [OptionSpec; 6] = with(Everything::OPTIONS, &[("count", "7"), ("side", "right")]);
const FEW: [OptionSpec; 2] = only(&OTHERWISE, ["move", "side"]);
const MOST: [OptionSpec; 4] = without(&Everything::OPTIONS, &["move", "side"]);

fn names(specs: &[OptionSpec]) -> Vec<&str> {
    specs.iter().map(|spec| spec.name).collect()
}

#[test]
fn declared_options_fill_their_fields() {
    let all = Everything::OPTIONS;
    assert_eq!(names(&all), ["side", "count", "flag", "rest", "most", "move"]);
    assert_eq!(all[0].help, "one of two, told over two lines");
    assert_eq!(all[1].kind.to_string(), "a number from 0 (off) to 1048576");
    let usual = Everything {
        side: Side::Left,
        shared: Shared { count: 3 },
        flag: true,
        rest: std::time::Duration::from_millis(500),
        most: None,
        next: -1.0,
    };
    assert_eq!(Everything::default(), usual);
    let given = [("side", "right"), ("count", "off"), ("most", "-5"), ("move", "2.5")];
    let given = given.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let options = Options::check("test", &all, &given, &crate::options::no_files).unwrap();
    let (shared, most) = (Shared { count: 0 }, Some(-5));
    let told = Everything { side: Side::Right, shared, most, next: 2.5, ..usual };
    assert_eq!(Everything::read(&options), told);
}

#[test]
fn lists_of_options_derive_from_others() {
    assert_eq!(names(&FEW), ["move", "side"]);
    assert_eq!(names(&MOST), ["count", "flag", "rest", "most"]);
    let read = Everything::read(&Options::defaults(&OTHERWISE));
    assert_eq!((read.side, read.shared.count), (Side::Right, 7));
    // What a list leaves out is as declared.
    let few = Everything::read(&Options::defaults(&FEW));
    assert_eq!((few.side, few.shared.count), (Side::Right, 3));
}

#[test]
fn runs_of_empty_cells_are_counted() {
    let rows = ["r....b", "......", "rgb", "............a"];
    let texts = rows.map(|row| crate::run_lengths(row.chars(), '.'));
    assert_eq!(texts, ["r4b", "6", "rgb", "12a"]);
}
