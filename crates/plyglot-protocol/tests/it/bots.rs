//! Every wrong that a bot can do, and that nothing is left of it.

use std::{
    env, fs,
    path::PathBuf,
    process::{Command, Stdio},
    sync::atomic::AtomicBool,
    thread,
    time::{Duration, Instant},
};

use plyglot_core::Spec;
use plyglot_guard::Host;
use plyglot_lab::Value;
use plyglot_protocol::{Bot, BotAnswer, BotSpec, Fault, FaultKind, Limits, Position};

/// Long enough on any machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The program of the test bots, which lies beside the tests.
fn program() -> PathBuf {
    let own = env::current_exe().unwrap();
    let bot = own.ancestors().nth(2).unwrap().join("examples/protocol_bot");
    assert!(bot.exists(), "{} is not built: run cargo test without --test", bot.display());
    bot
}

/// A host with a guard, and one that offers nothing, as a library's may.
fn hosts() -> [Host; 2] {
    let guard = Some(vec![program().into(), plyglot_guard::NAME.into()]);
    [Host { guard, adopts: false }, Host::default()]
}

/// The bot with a mark among its arguments, by which its processes are found.
fn spec(mode: &str, mark: &str, rest: &str) -> BotSpec {
    let text = format!("exec(cmd=\"{} {mode} {mark}\",start=60{rest})", program().display());
    BotSpec::parse(&Spec::parse(&text).unwrap()).unwrap()
}

fn mark(host: &Host, mode: &str) -> String {
    format!("mark-{mode}-{}", if host.guard.is_some() { "guarded" } else { "bare" })
}

fn start(host: &Host, mode: &str) -> Result<Bot, Fault> {
    Bot::start_under(host, &spec(mode, &format!("1 {}", mark(host, mode)), ""), "reversi")
}

fn think(bot: &mut Bot, wall: Duration) -> Result<BotAnswer, Fault> {
    bot.think(&Position::default(), &Limits::default(), wall, &AtomicBool::new(false))
}

/// The processes with a word in their command line.
fn processes(word: &str) -> Vec<u32> {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let has_word = |pid: &u32| {
        let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        line.split(|byte| *byte == 0).any(|part| part == word.as_bytes())
    };
    pids.filter(has_word).collect()
}

fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !holds() {
        assert!(Instant::now() < deadline, "in vain: {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// The fault of a bot at its first move, after which no process of it is left.
fn fault_of(host: &Host, mode: &str, wall: Duration) -> Fault {
    let mut bot = start(host, mode).unwrap();
    let fault = think(&mut bot, wall).unwrap_err();
    assert_eq!(think(&mut bot, wall).unwrap_err(), fault, "a fault stays");
    assert_eq!(processes(&mark(host, mode)), [0u32; 0], "{mode}");
    fault
}

#[track_caller]
fn check(mode: &str, wall: Duration, kind: FaultKind, words: &str) {
    for host in hosts() {
        let fault = fault_of(&host, mode, wall);
        assert_eq!(fault.kind, kind, "{fault}");
        assert!(fault.detail.contains(words), "{fault}");
    }
}

#[test]
fn a_bot_answers() {
    for host in hosts() {
        answers(&host);
    }
}

fn answers(host: &Host) {
    let mut bot = start(host, "answer").unwrap();
    assert_eq!(bot.name(), Some("test bot"));
    for _ in 0..2 {
        bot.new_game().unwrap();
        let answer = think(&mut bot, PATIENCE).unwrap();
        assert_eq!(answer.ply, "c4");
        assert_eq!((answer.value, answer.depth), (Some(Value::unknown(0.5)), Some(1)));
        assert_eq!(answer.expected, [Some(0.75), Some(0.25)]);
        let moves = ["f5".to_owned(), "d6".to_owned()];
        let start = "--------------------------XXX------XO--------------------------- O";
        let position = Position { start: Some(start), moves: &moves[1..1] };
        let limits = Limits { time: Some(Duration::from_millis(10)), ..Limits::default() };
        assert_eq!(
            bot.think(&position, &limits, PATIENCE, &AtomicBool::new(false)).unwrap().ply,
            "c3"
        );
        let position = Position { start: None, moves: &moves };
        assert_eq!(
            bot.think(&position, &limits, PATIENCE, &AtomicBool::new(false)).unwrap().ply,
            "c3"
        );
    }
    drop(bot);
    assert_eq!(processes(&mark(host, "answer")), [0u32; 0]);
}

#[test]
fn talk_and_complaints_do_no_harm() {
    let [host, _] = hosts();
    let mut bot = start(&host, "talk").unwrap();
    assert_eq!(think(&mut bot, PATIENCE).unwrap().ply, "c4");
    let mut bot = start(&host, "errors").unwrap();
    assert_eq!(think(&mut bot, PATIENCE).unwrap().ply, "c4");
    let errors = bot.stderr();
    assert!(errors.len() <= 1 << 16 && errors.ends_with("complaint 99999\n"));
}

#[test]
fn bots_that_end() {
    check("crash", PATIENCE, FaultKind::Crash, "ended with status 3 before its move (something");
    check("abort", PATIENCE, FaultKind::Crash, "crashed with signal 6 before its move");
    check("quit", PATIENCE, FaultKind::Crash, "ended with status 0 before its move");
    check("half-line", PATIENCE, FaultKind::Garbage, "half a line before its move: \"bestmov\"");
    check("close", PATIENCE, FaultKind::Closed, "closed its output before its move");
}

#[test]
fn bots_that_do_not_answer() {
    check("hang", Duration::from_millis(50), FaultKind::Late, "no answer within 0.05 s");
    check("late", Duration::from_millis(250), FaultKind::Late, "no answer within 0.25 s");
}

#[test]
fn bots_that_say_too_much_or_nonsense() {
    check("flood", PATIENCE, FaultKind::Flood, "wrote over 16777216 bytes");
    check("flood-line", PATIENCE, FaultKind::Flood, "wrote a line of over 65536 bytes");
    check("binary", PATIENCE, FaultKind::Garbage, "wrote what is no text");
    let mut bot = start(&Host::default(), "illegal").unwrap();
    assert_eq!(think(&mut bot, PATIENCE).unwrap().ply, "z99");
}

#[test]
fn a_bot_that_does_not_read_cannot_block() {
    let text =
        "exec(cmd=\"sh -c 'echo ugiok; echo readyok; echo readyok; exec sleep 600'\",start=60)";
    let spec = BotSpec::parse(&Spec::parse(text).unwrap()).unwrap();
    let mut bot = Bot::start_under(&hosts()[0], &spec, "reversi").unwrap();
    let moves = vec!["c4".to_owned(); 100_000];
    let position = Position { start: None, moves: &moves };
    let wall = Duration::from_millis(50);
    let fault =
        bot.think(&position, &Limits::default(), wall, &AtomicBool::new(false)).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Late, "{fault}");
}

#[test]
fn a_bot_that_eats_memory_is_stopped() {
    for host in hosts() {
        let mark = mark(&host, "memory");
        let spec = spec("memory", &format!("1 {mark}"), ",memory=64");
        let mut bot = Bot::start_under(&host, &spec, "reversi").unwrap();
        let fault = think(&mut bot, PATIENCE).unwrap_err();
        assert_eq!(fault.kind, FaultKind::Memory, "{fault}");
        assert_eq!(processes(&mark), [0u32; 0]);
    }
}

#[test]
fn bots_that_cannot_be_started() {
    for host in hosts() {
        cannot_be_started(&host);
    }
    let guard = Some(vec!["/no/guard".into()]);
    let guardless =
        Bot::start_under(&Host { guard, adopts: false }, &spec("answer", "", ""), "dala");
    let words = format!("cannot run the guard of {}: No such file", program().display());
    assert!(guardless.err().unwrap().detail.starts_with(&words));
}

fn cannot_be_started(host: &Host) {
    let refused = |text: &str| {
        let spec = BotSpec::parse(&Spec::parse(text).unwrap()).unwrap();
        let fault = Bot::start_under(host, &spec, "reversi").err().unwrap();
        assert_eq!(fault.kind, FaultKind::Start, "{fault}");
        fault.detail
    };
    let missing = refused("exec(cmd=\"./no-such-bot --x\")");
    assert!(missing.starts_with("cannot run ./no-such-bot: No such file"), "{missing}");
    let nowhere = refused("exec(cmd=sh,cwd=no/such/folder)");
    assert_eq!(nowhere, "there is no folder no/such/folder to run in");
    let foreign = refused("exec(cmd=sh,protocol=hub)");
    assert_eq!(foreign, "speaks \"hub\": here only ugi is spoken");
    let program = program().display().to_string();
    let crashed = refused(&format!("exec(cmd=\"{program} crash-at-start\")"));
    assert!(crashed.starts_with("ended with status 3 before it was ready"), "{crashed}");
    let silent = refused(&format!("exec(cmd=\"{program} hang-at-start\",start=0.05)"));
    assert_eq!(silent, "no answer within 0.05 s");
    let unknown = refused(&format!("exec(cmd=\"{program} answer\",depth=3)"));
    assert_eq!(unknown, "has no option \"depth\"; it has: game");
    let shell = "echo ugiok; echo info string error: no such game; echo readyok; cat";
    let refusing = refused(&format!("exec(cmd=\"sh -c '{shell}'\")"));
    assert_eq!(refusing, "refused its options: no such game");
}

#[test]
fn a_bot_has_its_folder_and_its_environment() {
    let folder = env::temp_dir().join(format!("plyglot bots {}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let script =
        "echo id name $GREETING $(pwd) ${PLYGLOT_BOT:+marked}\necho ugiok\necho readyok\ncat\n";
    fs::write(folder.join("bot.sh"), format!("#!/bin/sh\n{script}")).unwrap();
    for (host, command) in hosts().into_iter().zip(["sh bot.sh", "sh ./bot.sh"]) {
        let text = format!(
            "exec(cmd=\"{command}\",cwd=\"{}\",env=\"'GREETING=hello there' X=\",start=60)",
            folder.display()
        );
        let spec = BotSpec::parse(&Spec::parse(&text).unwrap()).unwrap();
        let bot = Bot::start_under(&host, &spec, "reversi").unwrap();
        let folder = fs::canonicalize(&folder).unwrap();
        let expected = format!("hello there {} marked", folder.display());
        assert_eq!(bot.name(), Some(expected.as_str()));
    }
    fs::remove_dir_all(&folder).unwrap();
    assert_eq!(env::var_os("GREETING"), None);
}

/// The children that the forking bot told of on its standard error.
fn children(errors: &str) -> Vec<String> {
    let pids = errors.lines().filter_map(|line| line.strip_prefix("child "));
    pids.map(str::to_owned).collect()
}

fn runs(pid: &String) -> bool {
    // Who has ended but is not collected yet has no memory any more.
    fs::read_to_string(format!("/proc/{pid}/statm")).is_ok_and(|text| !text.starts_with("0 "))
}

#[test]
fn children_of_a_bot_end_with_it() {
    for host in hosts() {
        let mut bot = start(&host, "fork").unwrap();
        think(&mut bot, PATIENCE).unwrap();
        let forked = children(&bot.stderr());
        assert_eq!(forked.len(), 2);
        assert!(forked.iter().all(runs), "they run on while the bot does");
        drop(bot);
        assert!(!forked.iter().any(runs));
    }
}

#[test]
fn orphans_of_a_bot_end_with_its_guard() {
    let mut bot = start(&hosts()[0], "leave").unwrap();
    think(&mut bot, PATIENCE).unwrap();
    wait_until("it leaves an orphan", || !processes("leave-1").is_empty());
    drop(bot);
    assert_eq!(processes("leave-1"), [0u32; 0]);
}

#[test]
fn marked_orphans_end_without_a_guard() {
    let shell = "(setsid sleep 611 >/dev/null 2>&1 &); echo ugiok; echo readyok; cat >/dev/null";
    let text = format!("exec(cmd=\"sh -c '{shell}'\",start=60)");
    let spec = BotSpec::parse(&Spec::parse(&text).unwrap()).unwrap();
    let bot = Bot::start_under(&Host::default(), &spec, "reversi").unwrap();
    wait_until("it leaves an orphan", || !processes("611").is_empty());
    drop(bot);
    assert_eq!(processes("611"), [0u32; 0]);
}

#[test]
fn a_bot_that_does_not_leave_is_made_to() {
    for host in hosts() {
        drop(start(&host, "stubborn").unwrap());
        assert_eq!(processes(&mark(&host, "stubborn")), [0u32; 0]);
    }
}

#[test]
fn a_bot_may_go_to_another_thread() {
    let bot = thread::spawn(|| start(&hosts()[0], "answer")).join().unwrap();
    assert_eq!(think(&mut bot.unwrap(), PATIENCE).unwrap().ply, "c4");
}

/// Runs a guard by hand, has the bot fork, and tells the guard and the children.
fn forked_by_hand(mark: &str) -> (std::process::Child, Vec<String>) {
    use std::io::{BufRead, BufReader, Write};
    let mut guard = Command::new(program())
        .args([plyglot_guard::NAME, "4096", "--"])
        .arg(program())
        .args(["fork", "1", mark])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    guard.stdin.as_mut().unwrap().write_all(b"go\n").unwrap();
    let mut answer = String::new();
    BufReader::new(guard.stdout.as_mut().unwrap()).read_line(&mut answer).unwrap();
    let errors = BufReader::new(guard.stderr.as_mut().unwrap());
    let errors: Vec<_> = errors.lines().take(2).map(Result::unwrap).collect();
    let forked = children(&errors.join("\n"));
    assert_eq!(forked.len(), 2);
    assert!(!processes(mark).is_empty());
    (guard, forked)
}

#[test]
fn nothing_outlives_the_program_that_started_the_guard() {
    // All that its death does is to close the pipe, as the kernel does for whoever was killed.
    let (mut guard, forked) = forked_by_hand("mark-pipe");
    drop(guard.stdin.take());
    wait_until("the guard ends", || guard.try_wait().unwrap().is_some());
    assert!(!forked.iter().any(runs));
    assert_eq!(processes("mark-pipe"), [0u32; 0]);
}

#[test]
fn nothing_outlives_a_terminated_guard() {
    let (mut guard, forked) = forked_by_hand("mark-term");
    let pid = guard.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    wait_until("the guard ends", || guard.try_wait().unwrap().is_some());
    assert!(!forked.iter().any(runs));
    assert_eq!(processes("mark-term"), [0u32; 0]);
}

#[test]
fn a_bot_dies_with_a_killed_guard() {
    let (mut guard, forked) = forked_by_hand("mark-kill");
    guard.kill().unwrap();
    guard.wait().unwrap();
    wait_until("the bot ends", || processes("mark-kill").is_empty());
    // What it forked is the host's to find, and this guard has none.
    for pid in forked {
        let _ = Command::new("kill").args(["-KILL", &pid]).status();
    }
}
