//! Programs under our referee, and our agent as such a program.

use std::{sync::atomic::AtomicBool, time::Duration};

use plyglot_arena::Ending;
use plyglot_catalog::Catalog;
use plyglot_core::{Rng, options::no_files};
use plyglot_protocol::FaultKind;

use super::{
    codec::{Input, Output},
    files::{Folder, INPUT, NOTES, OUTPUT},
    *,
};
use crate::{Ask, Join, Mind, testing::Bench};

const GAME: &str = "halma(variant=usc16)";

fn exec(command: &str) -> String {
    format!("exec(cmd=\"{command}\",protocol=usc16)")
}

fn example() -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bots");
    exec(&format!("python3 {folder}/usc16_greedy.py"))
}

/// The first position as a program is told of it.
fn start() -> Input {
    let sides = ["BBBBB...........", "BBBB............", "BBB.............", "BB.............."];
    let mut rows: Vec<String> = vec!["BBBBB...........".to_owned()];
    rows.extend(sides.map(str::to_owned));
    rows.extend(std::iter::repeat_n(".".repeat(16), 6));
    let mirrored = |row: &String| row.replace('B', "W").chars().rev().collect::<String>();
    rows.extend(rows[..5].iter().rev().map(mirrored).collect::<Vec<_>>());
    let rows = rows.into_iter().map(|row| row.into_bytes().try_into().unwrap());
    let rows = rows.collect::<Vec<[u8; 16]>>().try_into().unwrap();
    Input { single: true, white: false, time: Duration::from_millis(12_500), rows }
}

#[test]
fn the_first_position_is_the_first_position() {
    let catalog = Catalog::standard();
    let session = catalog.open(GAME, &no_files).unwrap().session;
    assert_eq!(start().position(), session.position());
    let text = start().encode();
    assert!(text.starts_with("SINGLE\nBLACK\n12.500\nBBBBB......"), "{text}");
    assert_eq!(Input::decode(&text.replace('\n', "\r\n")).unwrap(), start());
}

#[test]
fn whole_games_are_played_by_the_example() {
    let mut bench = Bench::of_specs(&PROTOCOL, GAME, &[example(), "classic".to_owned()]);
    bench.hosting.limits.clock = Some(Clock { base: 3_600_000, increment: 0 });
    let games = bench.play();
    assert_eq!(games[0].ending, Ending::Rules, "{:?}", games[0]);
    assert!(games[0].plies.len() > 100);
}

#[test]
fn what_a_program_does_wrong_loses_the_game() {
    let misdeeds = [
        ("true", FaultKind::Crash, "output.txt: there is no such file; it ended with status 0"),
        (
            "sh -c 'echo oh >&2; exit 3'",
            FaultKind::Crash,
            "ended with status 3 after its turn (oh)",
        ),
        ("sh -c 'echo J 0,0 > output.txt'", FaultKind::Garbage, "line 1: \"J 0,0\", expected"),
        ("sh -c 'echo E 0,0 2,2 > output.txt'", FaultKind::Garbage, "a step to a neighbour"),
        ("sh -c 'echo E 0,0 1,1 > output.txt'", FaultKind::Illegal, "a1-b2 is not legal"),
        ("sh -c 'echo J 3,3 5,5 > output.txt'", FaultKind::Illegal, "over an empty square"),
        ("sh -c 'mkfifo output.txt'", FaultKind::Crash, "output.txt: is no file"),
        ("sh -c 'ln -s /dev/zero output.txt'", FaultKind::Crash, "output.txt: is no file"),
        ("sh -c 'head -c 999999 /dev/zero > output.txt'", FaultKind::Crash, "more than 65536"),
        ("/no/such/program", FaultKind::Start, "/no/such/program"),
    ];
    for (command, kind, words) in misdeeds {
        let bench = Bench::of_specs(&PROTOCOL, GAME, &[exec(command), "random".to_owned()]);
        let game = bench.play().remove(0);
        let Ending::Forfeit { seat: 0, fault } = game.ending else { panic!("{command}") };
        assert_eq!(fault.kind, kind, "{command}: {fault}");
        assert!(fault.detail.contains(words), "{command}: {fault}");
    }
}

#[test]
fn time_goes_by_and_then_the_game_is_lost() {
    let slow = exec("sh -c 'yes & sleep 600'");
    let mut bench = Bench::of_specs(&PROTOCOL, GAME, &[slow, "random".to_owned()]);
    bench.hosting.limits.clock = Some(Clock { base: 300, increment: 0 });
    let Ending::Forfeit { seat: 0, fault } = bench.play().remove(0).ending else { panic!() };
    assert_eq!((fault.kind, &*fault.detail), (FaultKind::Late, "no answer within 0.3 s"));
}

#[test]
fn notes_are_kept_for_a_game_and_old_answers_are_not() {
    // One turn is answered; the next one finds the notes of the first, and no answer.
    let script = "sh -c 'if test -e output.txt; then exit 5; fi; \
                  if test -e playdata.txt; then exit 3; fi; \
                  echo x > playdata.txt; echo E 4,0 5,0 > output.txt'";
    let folder = Folder::make().unwrap();
    let name = folder.path.to_str().unwrap();
    let specs = [exec(script), format!("exec(cmd=\"{script}\",cwd={name},protocol=usc16)")];
    for spec in specs {
        // What an earlier game has left is gone.
        folder.write(NOTES, "old").unwrap();
        folder.write(OUTPUT, "old").unwrap();
        let bench = Bench::of_specs(&PROTOCOL, GAME, &[spec, "random".to_owned()]);
        let game = bench.play().remove(0);
        assert_eq!(game.plies[0], "e1-f1");
        let Ending::Forfeit { seat: 0, fault } = game.ending else { panic!() };
        assert!(fault.detail.contains("ended with status 3"), "{fault}");
    }
}

#[test]
fn other_variants_are_refused_in_words() {
    let bench = Bench::of_specs(&PROTOCOL, "halma(variant=duel8)", &[exec("true"), exec("true")]);
    let Ending::Forfeit { fault, .. } = bench.play().remove(0).ending else { panic!() };
    assert!(fault.detail.contains("the variant usc16"), "{fault}");
}

/// One turn of an agent as a program in a folder.
fn run(folder: &Folder, agent: &str, seed: u64) -> Result<crate::Joined, crate::Error> {
    let (catalog, stop) = (Catalog::standard(), AtomicBool::new(false));
    let mut mind = Mind::new(&catalog, &no_files, (GAME, agent), seed)?;
    mind.most = Ask { nodes: Some(50), ..Ask::default() };
    let mut join = Join {
        protocol: &PROTOCOL,
        address: Some(folder.path.to_str().unwrap().to_owned()),
        mind,
        game: GAME.to_owned(),
        name: String::new(),
        channel: String::new(),
        group: 0,
        retry: std::time::Duration::ZERO,
        stop: &stop,
        show: &mut |_| {},
        input: Box::new(std::io::empty()),
        output: Box::new(std::io::sink()),
    };
    (PROTOCOL.join)(&mut join)
}

#[test]
fn our_agent_is_such_a_program() {
    let (folder, catalog) = (Folder::make().unwrap(), Catalog::standard());
    for (seed, agent) in (0..24).map(|seed| (seed, ["random", "best", "greedy"][seed as usize % 3]))
    {
        let mut session = catalog.open(GAME, &no_files).unwrap().session;
        for turn in 0..40 {
            let mut input = Input { single: turn % 4 < 2, white: turn % 2 == 1, ..start() };
            let position = session.position();
            let rows = position.split(' ').nth(1).unwrap().split('/');
            input.rows = rows.map(spread).collect::<Vec<_>>().try_into().unwrap();
            folder.write(INPUT, &input.encode()).unwrap();
            let joined = run(&folder, agent, 100 * seed + turn).unwrap();
            assert_eq!(joined.seat, Some(1 + turn as usize % 2));
            let output = Output::decode(&folder.read(OUTPUT).unwrap()).unwrap();
            session.play(&output.ply()).unwrap();
            assert_eq!(joined.result, format!("played {}", session.played().last().unwrap()));
        }
    }
}

/// A row of a position text as the files have it.
fn spread(row: &str) -> [u8; 16] {
    let (mut squares, mut gap) = (Vec::new(), 0);
    for sign in row.chars().chain(['/']) {
        if let Some(digit) = sign.to_digit(10) {
            gap = 10 * gap + digit as usize;
            continue;
        }
        squares.extend(std::iter::repeat_n(b'.', std::mem::take(&mut gap)));
        squares.extend(
            b"AB".iter().zip(b"BW").filter(|own| char::from(*own.0) == sign).map(|own| own.1),
        );
    }
    squares.try_into().unwrap()
}

#[test]
fn files_that_are_wrong_are_named() {
    let folder = Folder::make().unwrap();
    assert_eq!(run(&folder, "random", 1).unwrap_err().0, "input.txt: there is no such file");
    let good = start().encode();
    let cases = [
        (good.replace("SINGLE", "DOUBLE"), "line 1: \"DOUBLE\", expected SINGLE or GAME"),
        (good.replace("BLACK", "RED"), "line 2: \"RED\", expected BLACK or WHITE"),
        (good.replace("12.500", "-1"), "line 3: \"-1\", expected seconds"),
        (good.replace("12.500", "inf"), "line 3: \"inf\", expected seconds"),
        (good.replacen("BBBBB", "BBBB", 1), "line 4: "),
        (good.clone() + "more", "line 20: \"more\" after the board"),
        (good.replacen("BBBBB", "....B", 1), "15 pieces"),
    ];
    for (text, words) in cases {
        folder.write(INPUT, &text).unwrap();
        let error = run(&folder, "random", 1).unwrap_err();
        assert!(error.0.contains(words), "{error}");
    }
}

#[test]
fn garbage_is_read_or_refused() {
    let outputs = ["E 4,0 5,0\n", "J 3,0 5,0\nJ 5,0 5,2\nJ 5,2 7,4\n"];
    for text in outputs {
        assert_eq!(Output::decode(text).unwrap().encode(), text);
    }
    let long: String =
        (0..400).map(|at| format!("J {},0 {},0\n", at % 2 * 2, 2 - at % 2 * 2)).collect();
    assert!(Output::decode(&long).unwrap_err().contains("expected the end"));
    let good = start().encode();
    let mut rng = Rng::new(9);
    let mutate = |text: &str, rng: &mut Rng| {
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..rng.below(4) {
            let at = rng.below(bytes.len());
            bytes[at] = rng.next_u64() as u8;
        }
        bytes.truncate(bytes.len() - rng.below(3));
        String::from_utf8_lossy(&bytes).into_owned()
    };
    for _ in 0..5000 {
        if let Ok(input) = Input::decode(&mutate(&good, &mut rng)) {
            assert_eq!(Input::decode(&input.encode()).unwrap().rows, input.rows);
        }
        if let Ok(output) = Output::decode(&mutate(outputs[rng.below(2)], &mut rng)) {
            assert_eq!(Output::decode(&output.encode()).unwrap(), output);
            output.ply();
        }
    }
}
