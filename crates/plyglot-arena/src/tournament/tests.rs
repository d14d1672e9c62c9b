//! Good files are understood, and bad ones are told where they are wrong and what would be right.

use plyglot_catalog::Catalog;

use super::*;

fn load(path: &str) -> Result<String, String> {
    match path {
        "openings.txt" => Ok("d3 c3\nf5 d6 # a comment\n".to_owned()),
        "games.jsonl" => Ok("{\"moves\":[\"d3\",\"c3\"]}\n{\"moves\":[\"a1\"]}\n".to_owned()),
        "bad.txt" => Ok("d3\na1\n".to_owned()),
        _ => Err(format!("cannot read {path}: no such file")),
    }
}

fn parse(text: &str) -> Result<Tournament, String> {
    read(text, &Catalog::standard(), &load).map_err(|error| error.to_string())
}

/// The jobs up to the first wait for results.
fn first_jobs(tournament: &mut Tournament) -> Vec<crate::Job> {
    std::iter::from_fn(|| tournament.schedule.next().unwrap()).collect()
}

const AGENTS: &str = "
[[agents]]
name = \"two\"
spec = \"paranoid(depth=2)\"
[[agents]]
name = \"three\"
spec = \"paranoid(depth=3)\"
[[agents]]
spec = \"random\"
";

#[test]
fn every_schedule_plays_a_range_of_rules() {
    let game = "reversixt(map=generated,seed={1..3},side=8)";
    for schedule in ["round-robin\"\nblocks = 3", "gauntlet\"\nblocks = 3", "match\"\ngames = 18"] {
        let text = format!("game = \"{game}\"\nschedule = \"{schedule}\n{AGENTS}");
        let mut read = parse(&text).unwrap();
        assert_eq!(read.rules.listed, game);
        let jobs = first_jobs(&mut read);
        let on = |seed: &str| jobs.iter().filter(|job| job.game.contains(seed)).count();
        let each = jobs.len() / 3;
        assert_eq!([on("seed=1,"), on("seed=2,"), on("seed=3,")], [each; 3], "{schedule}");
        if let Some(plan) = read.plan {
            assert!(plan.toml().unwrap().contains(game));
        }
    }
}

#[test]
fn a_full_file_is_understood() {
    let text = format!(
        "title = \"All keys\"
         game = \"reversi(size=6)\"
         schedule = \"gauntlet\"
         seed = 5
         blocks = 2
         seatings = \"all\"
         challengers = [\"random\", \"two\"]
         concurrency = 3
         points = [3, 1.5]
         [limits]
         clock = \"60+0.5\"
         nodes = 100
         depth = 4
         margin = 0.05
         patience = 5
         [openings]
         random_plies = 3
         [adjudication]
         max_plies = 100
         draw = {{ after = 20, moves = 5, score = 0.1 }}
         resign = {{ moves = 3, score = 0.05 }}
         {AGENTS}"
    );
    let mut tournament = parse(&text).unwrap();
    assert_eq!(tournament.title, "All keys");
    assert_eq!((tournament.concurrency, tournament.seed), (Some(3), 5));
    assert_eq!(tournament.points, Some(vec![3.0, 1.5]));
    assert_eq!(tournament.schedule.games(), Some(8));
    let jobs = first_jobs(&mut tournament);
    assert_eq!(jobs.len(), 4);
    let limits = &jobs[0].limits;
    assert_eq!((limits.clock.unwrap().base, limits.clock.unwrap().increment), (60_000, 500));
    assert_eq!((limits.nodes, limits.depth, limits.margin), (Some(100), Some(4), 50));
    assert_eq!(jobs[0].adjudication.draw.unwrap().after, 20);
    assert_eq!(jobs[0].opening.moves.len(), 3);
    assert_eq!(jobs[0].agents[0].name, "three");
    assert_eq!(jobs[0].agents[0].short, "paranoid(depth=3)");
    assert!(jobs[0].agents[0].spec.starts_with("paranoid(eval=default("), "{:?}", jobs[0].agents);
    assert!(jobs[0].game.contains("size=6"));
    assert_eq!(tournament.config["agents"][2]["name"], "random");
}

#[test]
fn every_schedule_has_defaults() {
    for (kind, games) in
        [("round-robin", 6), ("gauntlet", 4), ("swiss", 4), ("knockout", 4), ("contest", 6)]
    {
        let text = format!("game = \"reversi\"\nschedule = \"{kind}\"\n{AGENTS}");
        let tournament = parse(&text).unwrap();
        assert_eq!(tournament.schedule.games(), Some(games), "{kind}");
    }
}

#[test]
fn openings_come_from_a_file_beside() {
    let text =
        "game = \"reversi\"\nschedule = \"round-robin\"\nopenings = { file = \"openings.txt\" }\n";
    let mut tournament = parse(&format!("{text}{AGENTS}")).unwrap();
    let job = &first_jobs(&mut tournament)[0];
    assert_eq!(job.opening.moves.len(), 2);
}

#[test]
fn openings_come_from_games_and_what_is_left_out_is_told() {
    let text = "game = \"reversi\"\nschedule = \"round-robin\"\n\
                openings = { file = \"games.jsonl\", plies = 1 }\n";
    let mut tournament = parse(&format!("{text}{AGENTS}")).unwrap();
    assert_eq!(first_jobs(&mut tournament)[0].opening.moves, ["d3"]);
    let warnings = &tournament.warnings;
    assert!(
        warnings.len() == 1 && warnings[0].starts_with("games.jsonl: game 2 is left out: ply 1")
    );
}

#[test]
fn agents_without_end_are_refused() {
    let agents: String =
        (0..1001).map(|at| format!("[[agents]]\nname = \"{at}\"\nspec = \"random\"\n")).collect();
    let text = format!("game = \"reversi\"\nschedule = \"swiss\"\n{agents}");
    let told = parse(&text).unwrap_err().to_string();
    assert!(told.ends_with("1001 agents are too many: a run has at most 1000"), "{told}");
}

#[test]
fn bad_files_are_told_where_and_what_would_be_right() {
    let head = "game = \"reversi\"\nschedule = \"round-robin\"\n";
    for (text, message) in [
        ("game = ", "line 1, column"),
        ("schedule = \"swiss\"\n", "missing field `game`"),
        (
            "game = \"chess\"\nschedule = \"swiss\"\n",
            "line 1, column 8: there is no game \"chess\"; there are: dala",
        ),
        (
            "game = \"reversi\"\nschedule = \"league\"\n",
            "line 2, column 12: unknown variant `league`, expected one of `round-robin`",
        ),
        (
            &format!("{head}round = 3\n"),
            "line 3, column 1: unknown field `round`, expected one of `title`",
        ),
        (
            &format!("{head}rounds = 3\n"),
            "line 3, column 10: rounds belongs to a Swiss, not to a round robin",
        ),
        (&format!("{head}group = 3\n"), "group belongs to a group contest"),
        (&format!("{head}challengers = [\"two\"]\n"), "challengers belongs to a gauntlet"),
        (
            &format!("{head}blocks = 0\n"),
            "line 3, column 10: blocks = 0: expected a number from 1 to 1000000",
        ),
        (
            &format!("{head}sample = 3\n"),
            "line 3, column 10: sample = 3: expected 1 or more, but fewer than all 3",
        ),
        (&format!("{head}seed = -1\n"), "seed = -1: expected a number from 0"),
        (
            &format!("{head}blocks = \"two\"\n"),
            "line 3, column 10: invalid type: string \"two\", expected i64",
        ),
        (&format!("{head}seatings = \"some\"\n"), "expected `rotations` or `all`"),
        (&format!("{head}points = []\n"), "line 3, column 10: points: expected"),
        (&format!("{head}concurrency = 0\n"), "concurrency = 0: expected a number from 1"),
        (
            &format!("{head}[limits]\ntime = 0\n"),
            "line 4, column 8: time = 0: expected seconds from 0.001",
        ),
        (&format!("{head}[limits]\ntime = nan\n"), "time = NaN: expected seconds"),
        (
            &format!("{head}[limits]\nclock = \"60/2\"\n"),
            "line 4, column 9: clock = \"60/2\": expected seconds a game",
        ),
        (&format!("{head}[limits]\nclock = \"60+1\"\ntime = 1\n"), "exclude each other"),
        (
            &format!("{head}[limits]\nseconds = 1\n"),
            "unknown field `seconds`, expected one of `time`",
        ),
        (&format!("{head}[openings]\n"), "line 3, column 1: expected either random_plies or file"),
        (
            &format!("{head}[openings]\nfile = \"none.txt\"\n"),
            "line 4, column 8: cannot read none.txt",
        ),
        (
            &format!("{head}[openings]\nfile = \"bad.txt\"\n"),
            "line 4, column 8: bad.txt: opening line 2: ",
        ),
        (
            &format!("{head}[adjudication]\ndraw = {{ moves = 0, score = 0.1 }}\n"),
            "line 4, column 8: draw: expected moves from 1",
        ),
        (&format!("{head}[adjudication]\ndraw = {{ moves = 2 }}\n"), "missing field `score`"),
        (
            "game = \"chexers\"\nschedule = \"swiss\"\n[adjudication]\nresign = { moves = 2, score = 0.1 }\n",
            "resign is for games of two sides; this one has 3",
        ),
        (
            "game = \"reversi\"\nschedule = \"gauntlet\"\nchallengers = [\"four\"]\n",
            "line 3, column 16: \"four\": expected an agent, each once, of: two, three, random",
        ),
        (
            "game = \"reversi\"\nschedule = \"gauntlet\"\nchallengers = [\"two\", \"two\"]\n",
            "line 3, column 23",
        ),
        (
            "game = \"reversi\"\nschedule = \"gauntlet\"\nchallengers = [\"two\", \"three\", \"random\"]\n",
            "line 3, column 15: a gauntlet needs",
        ),
        (
            "game = \"reversi\"\nschedule = \"contest\"\ngroup = 2\n",
            "line 3, column 9: group = 2: expected more than 2",
        ),
        ("game = \"reversixt(map=no.map)\"\nschedule = \"swiss\"\n", "line 1, column 8: "),
        ("game = \"halma(players=6)\"\nschedule = \"swiss\"\n", "line 1, column 8: "),
    ] {
        let found = parse(&format!("{text}{AGENTS}")).map(|_| ()).unwrap_err();
        assert!(found.contains(message), "{text}\n  gave:   {found}\n  wanted: {message}");
    }
}

#[test]
fn bad_agents_are_named() {
    let head = "game = \"reversi\"\nschedule = \"swiss\"\n";
    let agent =
        |name: &str, spec: &str| format!("[[agents]]\nname = \"{name}\"\nspec = \"{spec}\"\n");
    let random = agent("random", "random");
    for (agents, message) in [
        (String::new(), "missing field `agents`"),
        (random.clone(), "line 3, column 1: expected two or more [[agents]], found 1"),
        (random.clone() + &random, "line 7, column 8: two agents are called \"random\""),
        (random.clone() + &agent(" ", "random"), "line 7, column 8: name = \"\": expected a name"),
        (
            random.clone() + &agent("deep", "paranoid(deep=2)"),
            "line 8, column 8: paranoid has no option \"deep\"",
        ),
        (
            random.clone() + &agent("deep", "deepest"),
            "line 8, column 8: there is no search \"deepest\"",
        ),
        (random.clone() + &agent("bot", "exec"), "line 8, column 8: exec: expected a command"),
        (random.clone() + "[[agents]]\nname = \"x\"\n", "missing field `spec`"),
    ] {
        let found = parse(&format!("{head}{agents}")).map(|_| ()).unwrap_err();
        assert!(found.contains(message), "{agents}\n  gave:   {found}\n  wanted: {message}");
    }
}
