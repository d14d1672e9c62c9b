//! The three pipes to a bot, none of which ever blocks: looked at where the system can tell what is ready
//! (`polled`), served by threads elsewhere (`threaded`).

#[cfg(unix)]
mod polled;
#[cfg(any(not(unix), test))]
mod threaded;

#[cfg(unix)]
pub(super) use polled::Pipes;
#[cfg(not(unix))]
pub(super) use threaded::Pipes;

/// How much is read at once.
const CHUNK: usize = 1 << 14;

/// The ends of the pipes.
type Ends = (std::process::ChildStdin, std::process::ChildStdout, std::process::ChildStderr);

#[cfg(test)]
mod tests {
    /// The same conversation with either kind of pipes.
    macro_rules! converse {
        ($name:ident, $pipes:ty) => {
            #[test]
            fn $name() {
                use std::{
                    process::{Command, Stdio},
                    time::Duration,
                };
                let script = "echo oh >&2; read line; echo \"$line!\"; cat >/dev/null; echo bye";
                let mut command = Command::new("sh");
                command.args(["-c", script]).stdin(Stdio::piped());
                let mut bot =
                    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
                let take = (bot.stdin.take(), bot.stdout.take(), bot.stderr.take());
                let ends = (take.0.unwrap(), take.1.unwrap(), take.2.unwrap());
                let mut pipes = <$pipes>::new(ends).unwrap();
                let (mut unsent, mut heard, mut errors) =
                    (b"hello\n".to_vec(), Vec::new(), Vec::new());
                while heard != b"hello!\n" {
                    pipes.send(&mut unsent);
                    pipes.wait(Duration::from_millis(10), !unsent.is_empty());
                    pipes.hear(&mut heard);
                }
                // More than fits into any pipe: nothing may block.
                let mut long = vec![b'x'; 1 << 22];
                pipes.send(&mut long);
                while !long.is_empty() {
                    pipes.wait(Duration::from_millis(10), true);
                    pipes.send(&mut long);
                }
                pipes.close_input();
                while pipes.has_output() || pipes.has_errors() {
                    pipes.wait(Duration::from_millis(10), false);
                    pipes.hear(&mut heard);
                    pipes.hear_errors(&mut errors);
                }
                assert_eq!((&heard[..], &errors[..]), (&b"hello!\nbye\n"[..], &b"oh\n"[..]));
                pipes.send(&mut b"nobody reads".to_vec());
                pipes.close();
                assert!(bot.wait().unwrap().success());
            }
        };
    }

    #[cfg(unix)]
    converse!(a_conversation_through_polled_pipes, super::polled::Pipes);
    converse!(a_conversation_through_threads, super::threaded::Pipes);
}
