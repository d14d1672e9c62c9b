use std::{
    env, fs,
    path::PathBuf,
    process,
    sync::atomic::{AtomicU32, Ordering},
};

use plyglot_arena::{Ending, Entrant, guest};
use plyglot_core::Spec;

use super::*;
use crate::testing::{Bench, Seen};

/// A folder with players, which goes away with it.
struct Folder(PathBuf);

impl Folder {
    fn new(players: &[(&str, &str)]) -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("plyglot python {} {number}", process::id()));
        fs::create_dir_all(&path).unwrap();
        fs::write(path.join("base.py"), BASE).unwrap();
        for (name, text) in players {
            fs::write(path.join(format!("{name}.py")), text).unwrap();
        }
        Folder(path)
    }

    fn spec(&self, module: &str, more: &str) -> String {
        format!("python(module={module},path=\"{}\"{more})", self.0.display())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A player that knows the rules and plays at random.
const BASE: &str = include_str!("../../../../examples/bots/chexers_player.py");

/// One game of these players.
fn play(agents: [&str; 3], patience: u64) -> Seen {
    let mut bench = Bench::new(&crate::chexers::PROTOCOL, "chexers", 3);
    for (entrant, spec) in bench.hosting.agents.iter_mut().zip(agents) {
        let spec = Spec::parse(spec).unwrap();
        let full = match guest::kind(&spec) {
            Some(kind) => (kind.check)(&spec, "chexers").unwrap().full,
            None => spec.to_string(),
        };
        *entrant = Entrant { spec: full, ..entrant.clone() };
    }
    bench.hosting.limits.patience = patience;
    bench.play().swap_remove(0)
}

#[test]
fn players_of_the_course_play_whole_games() {
    let printing = "from base import *\nprint('loading')\nclass Player(Player):\n    def action(self):\n        \
                    print('{\"ok\": true}', flush=True)\n        return super().action()\n";
    let strict = "from base import *\nclass Other(Player):\n    def update(self, colour, action):\n        \
                  assert type(action) is tuple and type(action[1]) is not list\n        \
                  return super().update(colour, action)\n";
    let folder = Folder::new(&[("printing", printing), ("strict", strict)]);
    let (plain, class) = (folder.spec("base", ""), folder.spec("strict:Other", ",time=0,memory=0"));
    let printing = folder.spec("printing", "");
    for agents in [[&plain, &class, &printing], [&printing, &plain, &plain]] {
        let seen = play(agents.map(String::as_str), 20_000);
        assert_eq!(seen.ending, Ending::Rules, "{seen:?}");
        assert!(seen.plies.len() > 30);
    }
    let seen = play(["random", &plain, "random"], 20_000);
    assert_eq!(seen.ending, Ending::Rules, "{seen:?}");
}

/// How the game of a player ends that replaces one of its methods, which are indented by four blanks.
fn fault_of(method: &str, more: &str, patience: u64) -> Fault {
    let text = format!("from base import *\nclass Player(Player):\n{method}\n");
    let folder = Folder::new(&[("bad", &text)]);
    let seen = play(["random", &folder.spec("bad", more), "random"], patience);
    match seen.ending {
        Ending::Forfeit { seat: 1, fault } => fault,
        other => panic!("{method}: {other:?}"),
    }
}

#[test]
fn whoever_fails_is_told_of_in_the_words_of_the_course() {
    let raises = fault_of("    def action(self):\n        return {}['x']", "", 20_000);
    assert_eq!(raises.kind, FaultKind::Crash);
    assert!(raises.detail.contains("KeyError: 'x' (bad.py, line 4, in action)"), "{raises}");
    let raises = fault_of("    def update(self, *news):\n        exit(3)", "", 20_000);
    assert!(raises.detail.contains("failed at an update: SystemExit: 3"), "{raises}");
    let raises = fault_of("    def __init__(self):\n        pass", "", 20_000);
    assert!(raises.detail.contains("failed at its construction: TypeError"), "{raises}");
    let unknown = fault_of("    pass\nimport no_such_module", "", 20_000);
    assert!(unknown.detail.contains("No module named 'no_such_module'"), "{unknown}");
    let killed = fault_of("    def action(self):\n        import os; os._exit(7)", "", 20_000);
    assert_eq!(killed.kind, FaultKind::Crash);
    assert!(killed.detail.contains("status 7"), "{killed}");
    for garbage in ["'hello'", "None", "('MOVE', ((0, 0), (9, 9)))", "[[1, {}], 2.5]"] {
        let fault =
            fault_of(&format!("    def action(self):\n        return {garbage}"), "", 20_000);
        assert_eq!(fault.kind, FaultKind::Illegal, "{garbage}: {fault}");
    }
    let no_json = fault_of("    def action(self):\n        return object()", "", 20_000);
    assert_eq!(no_json.kind, FaultKind::Crash, "{no_json}");
}

#[test]
fn the_limits_of_the_course_are_kept() {
    let loops = "    def action(self):\n        while True: pass";
    assert_eq!(fault_of(loops, "", 1500).kind, FaultKind::Late);
    let works = "    def update(self, *news):\n        begun = process_time()\n        \
                 while process_time() < begun + 0.5: pass\nfrom time import process_time";
    let slow = fault_of(works, ",time=0.25", 20_000);
    assert_eq!(slow.kind, FaultKind::Late);
    assert!(slow.detail.contains("of processor time, 0.25 s a game"), "{slow}");
    if cfg!(target_os = "linux") {
        let greedy = "    def action(self):\n        self.all = b'x' * (40 << 20)\n        \
                      return super().action()";
        let fault = fault_of(greedy, ",memory=20", 20_000);
        assert_eq!(fault.kind, FaultKind::Memory);
        assert!(fault.detail.contains("MB of memory, 20 MB are allowed"), "{fault}");
    }
}

#[test]
fn a_folder_or_an_interpreter_that_is_not_there_is_named() {
    let seen = play(["random", "python(module=x,path=no_such_folder)", "random"], 5000);
    let Ending::Forfeit { seat: 1, fault } = seen.ending else { panic!("{seen:?}") };
    assert_eq!(fault.kind, FaultKind::Start);
    assert!(fault.detail.contains("no_such_folder"), "{fault}");
    let seen = play(["random", "python(module=x,python=no_such_python)", "random"], 5000);
    let Ending::Forfeit { seat: 1, fault } = seen.ending else { panic!("{seen:?}") };
    assert_eq!(fault.kind, FaultKind::Start);
    assert!(fault.detail.contains("no_such_python"), "{fault}");
}

fn parse(text: &str) -> Result<PythonSpec, String> {
    PythonSpec::parse(&Spec::parse(text).unwrap()).map_err(|error| error.to_string())
}

#[test]
fn specifications_have_a_full_form_and_name_what_is_wrong() {
    let own = parse("python(module=a.b:Best,path=\"my bots\",time=2.5,name=me)").unwrap();
    let full =
        "python(module=a.b:Best,path=\"my bots\",python=python3,time=2.5,memory=100,name=me)";
    assert_eq!(own.to_string(), full);
    assert_eq!(parse(full).unwrap(), own);
    assert!(parse("python(module=bots/mine.py)").is_ok());
    let refused = |text: &str| parse(text).unwrap_err();
    assert!(refused("python").contains("expected a module, as in"));
    for bad in ["", "a b", "a..b", "a:", "a:b:c", "../a", "-c"] {
        assert!(refused(&format!("python(module=\"{bad}\")")).contains("expected a module, as p"));
    }
    assert!(refused("python(module=x,time=-1)").contains("expected seconds up to"));
    assert!(refused("python(module=x,time=nan)").contains("expected seconds up to"));
    assert!(refused("python(module=x,memory=1.5)").contains("expected MB up to"));
    assert!(refused("python(module=x,module=y)").contains("given twice"));
    assert!(refused("python(module=x,class=y)").contains("expected one of module, path"));
    let other = parse("python(module=x)").unwrap().check_game("reversi").unwrap_err();
    assert!(other.to_string().contains("know chexers, not reversi"));
}
