//! Trials of the Ludii system.

use crate::{
    FileGame, FileGameError, Heading, Rng,
    ludii::{Node, Replay, Step, Trial, moved, next_player, read},
};

/// A game in which everything can be played.
#[derive(Default)]
struct Anything(Vec<String>);

impl Replay for Anything {
    fn play(&mut self, step: &Step<'_>) -> Result<(), FileGameError> {
        self.0.push(format!("{} {:?}", step.mover, step.sites()));
        Ok(())
    }

    fn end(self, heading: Heading) -> Result<FileGame, FileGameError> {
        Ok(FileGame { plies: self.0, heading, ..FileGame::default() })
    }
}

fn trial(text: &str) -> Result<FileGame, FileGameError> {
    read(text, "x", Anything::default()).next().unwrap()
}

#[test]
fn a_move_is_taken_apart() {
    let text =
        "[Move:mover=1,from=2,to=3,actions=[A:k=v,w=,b=x y],[Move:mover=2,actions=[C]],[D:z=1]]";
    let node = Node::parse(text).unwrap();
    assert_eq!(
        [node.value("mover"), node.value("to"), node.value("no")],
        [Some("1"), Some("3"), None]
    );
    let names: Vec<&str> = node.actions.iter().map(|own| own.name).collect();
    assert_eq!(names, ["A", "Move", "D"]);
    assert_eq!(node.actions[0].values, [("k", "v"), ("w", ""), ("b", "x y")]);
    assert_eq!(node.actions[1].actions[0].name, "C");
    assert_eq!(node.action("D").unwrap().number("z"), Ok(Some(1)));
    assert_eq!(Step::parse(text).unwrap().sites(), Some((2, 3)));
}

#[test]
fn broken_moves_are_refused() {
    let cases = [
        ("[Move:mover=1]", "no actions"),
        ("[Move:actions=[A]]", "expected [Move:mover"),
        ("[Swap:mover=1,actions=[A]]", "[Swap…"),
        ("[Move:mover=-1,actions=[A]]", "mover=-1: expected a number"),
        ("[Move:mover=1,from=999999999999,actions=[A]]", "from=999999999999: expected a number"),
        ("[Move:mover=1,actions=[A", "column 30: expected"),
        ("[Move:mover=1,actions=[A:x=1]", "expected a closing bracket, found the end"),
        ("[Move:mover=1,actions=[A]]]", "expected the end of the text"),
        ("[:mover=1]", "expected a name"),
        ("mover=1", "expected an opening bracket"),
        ("]", "expected an opening bracket"),
        ("[Move:mover]", "expected '='"),
        ("", "expected a closing bracket"),
    ];
    for (text, why) in cases {
        let error = Step::parse(text).unwrap_err();
        assert!(error.contains(why), "{text}: {error}");
    }
    let deep = "[Move:mover=1,actions=".repeat(1000);
    assert!(Step::parse(&deep).unwrap_err().contains("at most 64 open brackets"));
    let long = format!("[Move:mover=1,actions={}]", "[A],".repeat(20_000));
    assert!(Step::parse(&long).unwrap_err().contains("at most 65536 bytes"));
}

const HEAD: &str = "game=/lud/a/x.lud\nRNG internal state=0,0,0,0,0,0,0,-128\n";

#[test]
fn hostile_trials_are_refused() {
    let cases = [
        ("game=x\n".to_owned(), "expected a line RNG internal state="),
        ("Move=[Move:mover=1]\n".to_owned(), "line 1: the move has no actions"),
        (
            "game=x\nRNG internal state=1,2,3\nMove=[Move:mover=1,from=999999999999,to=1,actions=[Move:from=1,to=2]]\n"
                .to_owned(),
            "line 3: from=999999999999: expected a number",
        ),
        ("game=x\nRNG internal state=300\n".to_owned(), "line 2: RNG internal state=300: expected signed"),
        (format!("{HEAD}Move=[Move:mover=1,from=1,to=2,actions=[Move:from=1,to=2"), "expected a closing"),
        (format!("{HEAD}nonsense"), "line 3: expected a line such as Move="),
        (format!("{HEAD}winner=9"), "line 3: winner=9"),
        ("Move=[Move:mover=1,actions=[A]]\n".to_owned(), "line 1: expected a line game="),
        ("game=y.lud\nRNG internal state=0\n".to_owned(), "a trial of \"y\", not of x"),
    ];
    for (text, why) in cases {
        let error = trial(&text).unwrap_err();
        assert!(error.why.contains(why), "{text}: {error}");
    }
}

#[test]
fn odd_but_good_trials_are_read() {
    let windows = "game=x\r\nSTART GAME OPTIONS\r\nanything\r\nEND GAME OPTIONS\r\nRNG internal state=0,0,0,0,0,0,0,0\r\nwinner=0\r\n";
    let game = trial(windows).unwrap();
    assert_eq!((game.plies.len(), game.heading.ranks), (0, vec![1, 1]));
    let lists = format!(
        "{HEAD}Move=[Move:mover=0,from=1,to=1,actions=[Add:to=1]]\n\
         Move=[Move:mover=1,from=1,to=2,actions=[Frobnicate:a=1]]\n\
         LEGAL MOVES LIST SIZE = 4\nNEW LEGAL MOVES LIST\n[Move:x\nEND LEGAL MOVES LIST\n\
         Move=[Move:mover=2,actions=[Pass:decision=true]]\nnumInitialPlacementMoves=1\nSANDBOX=false\n"
    );
    assert_eq!(trial(&lists).unwrap().plies, ["1 Some((1, 2))", "2 None"]);
    assert_eq!(read(" \n", "x", Anything::default()).count(), 0);
}

#[test]
fn a_written_trial_is_read_again() {
    for (ranks, winner) in
        [(vec![1, 2], "winner=1\n"), (vec![2, 1], "winner=2\n"), (vec![1, 1], "winner=0\n")]
    {
        let tags = vec![("RNG".to_owned(), "-1,2".to_owned())];
        let heading = Heading { ranks, tags, ..Heading::default() };
        let mut own = Trial::new("/lud/a/x.lud", &heading);
        own.place(3, "what=1");
        own.step(1, Some((3, 4)), &[moved(3, 4), next_player(2)]);
        own.pass(2);
        let text = own.end(&heading, true);
        assert!(text.contains(winner) && text.contains("endtype=NaturalEnd"), "{text}");
        assert!(text.contains("RNG internal state=-1,2\nMove=[Move:mover=0,from=3,to=3,"));
        let game = trial(&text).unwrap();
        assert_eq!(game.plies, ["1 Some((3, 4))", "2 None"]);
        assert_eq!(game.heading.ranks, heading.ranks);
    }
    let text = Trial::new("x", &Heading::default()).end(&Heading::default(), false);
    assert!(!text.contains("winner"));
}

#[test]
fn random_bytes_and_mutated_trials_never_panic() {
    let mut rng = Rng::new(7);
    let good = format!("{HEAD}Move=[Move:mover=1,from=1,to=2,actions=[A:b=1],[C:d=2]]\nwinner=1\n");
    for _ in 0..2000 {
        let mut bytes = good.clone().into_bytes();
        for _ in 0..rng.below(4) + 1 {
            let at = rng.below(bytes.len());
            bytes[at] = b"[]:,=\nMo1\xff"[rng.below(10)];
        }
        let _ = read(&String::from_utf8_lossy(&bytes), "x", Anything::default()).count();
        let noise: String =
            (0..rng.below(60)).map(|_| char::from(b"[]:,=a1"[rng.below(7)])).collect();
        let _ = Step::parse(&noise);
    }
}
