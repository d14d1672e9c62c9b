//! From a stream of bytes to messages, without a socket.

/// How a stream is cut into messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// Lines that end with LF or CR LF, which is cut off.
    Lines {
        /// The most bytes of a line.
        most: usize,
    },
    /// Messages that end with a zero byte, which is cut off.
    Zeros {
        /// The most bytes of a message.
        most: usize,
    },
    /// A type (one byte), a length (four bytes, the most significant first), and as many bytes; a message
    /// is all of it.
    Typed {
        /// The most bytes after the length.
        most: usize,
    },
}

impl Framing {
    /// Takes the next whole message out of what has come. An error is for good: what follows it cannot be
    /// told apart any more.
    pub fn cut(self, received: &mut Vec<u8>) -> Result<Option<Vec<u8>>, String> {
        match self {
            Framing::Lines { most } => {
                let line = cut_at(received, b'\n', most + 1, "a line")?;
                Ok(line.map(|mut line| {
                    line.pop_if(|last| *last == b'\r');
                    line
                }))
            }
            Framing::Zeros { most } => cut_at(received, 0, most, "a message"),
            Framing::Typed { most } => {
                let Some(head) = received.get(1..5) else { return Ok(None) };
                let length = head.iter().fold(0, |sum, byte| sum << 8 | usize::from(*byte));
                if length > most {
                    return Err(format!("a message of {length} bytes, at most {most} are taken"));
                }
                let whole = 5 + length;
                Ok((received.len() >= whole).then(|| received.drain(..whole).collect()))
            }
        }
    }
}

fn cut_at(
    received: &mut Vec<u8>,
    end: u8,
    most: usize,
    what: &str,
) -> Result<Option<Vec<u8>>, String> {
    let at = received.iter().take(most + 1).position(|byte| *byte == end);
    match at {
        Some(at) => {
            let mut message: Vec<u8> = received.drain(..=at).collect();
            message.pop();
            Ok(Some(message))
        }
        None if received.len() > most => Err(format!("{what} of more than {most} bytes")),
        None => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use plyglot_core::Rng;

    use super::*;

    fn all(framing: Framing, bytes: &[u8], step: usize) -> Result<Vec<Vec<u8>>, String> {
        let (mut received, mut found) = (Vec::new(), Vec::new());
        for part in bytes.chunks(step) {
            received.extend_from_slice(part);
            while let Some(message) = framing.cut(&mut received)? {
                found.push(message);
            }
        }
        Ok(found)
    }

    #[test]
    fn messages_come_out_whole_however_they_arrive() {
        for step in [1, 2, 3, 100] {
            let lines = Framing::Lines { most: 4 };
            let found = all(lines, b"ab\r\n\nabcd\r\nx", step).unwrap();
            assert_eq!(found, [&b"ab"[..], b"", b"abcd"]);
            let zeros = all(Framing::Zeros { most: 3 }, b"abc\0\0x", step).unwrap();
            assert_eq!(zeros, [&b"abc"[..], b""]);
            let typed =
                all(Framing::Typed { most: 2 }, b"\x01\0\0\0\x02ab\x09\0\0\0\0\x01\0", step);
            assert_eq!(typed.unwrap(), [&b"\x01\0\0\0\x02ab"[..], b"\x09\0\0\0\0"]);
        }
    }

    #[test]
    fn what_is_too_long_is_refused_before_it_is_kept() {
        assert!(all(Framing::Lines { most: 4 }, b"abcdefg", 1).unwrap_err().contains("a line"));
        assert!(all(Framing::Zeros { most: 3 }, b"abcd\0", 5).unwrap_err().contains("more than 3"));
        let typed = all(Framing::Typed { most: 2 }, b"\x01\xff\xff\xff\xff", 1);
        assert!(typed.unwrap_err().contains("4294967295 bytes"));
    }

    #[test]
    fn garbage_is_cut_or_refused_and_never_piles_up() {
        let mut rng = Rng::new(7);
        for framing in
            [Framing::Lines { most: 64 }, Framing::Zeros { most: 127 }, Framing::Typed { most: 5 }]
        {
            for _ in 0..2000 {
                let mut received = Vec::new();
                for _ in 0..200 {
                    received.push(rng.next_u64() as u8 & [0xff, 0x0f][rng.below(2)]);
                    match framing.cut(&mut received) {
                        Ok(_) => assert!(received.len() <= 128),
                        Err(_) => break,
                    }
                }
            }
        }
    }
}
