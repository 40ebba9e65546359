//! Decompresses several frames of a zstd file at once, if the file says where they end.
//!
//! Lichess publishes such files. They are made by pzstd, which writes a skippable frame before each frame, with its length.

use super::compression::{Bomb, Compression, more_frames};
use super::replayed::Replayed;
use crossbeam_channel::{Receiver, bounded};
use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::thread;
use zstd::zstd_safe::find_frame_compressed_size;

/// The beginning of the skippable frame: its magic number and its length, before the length of the next frame.
const ANNOUNCEMENT: [u8; 8] = [0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0];

/// The most compressed and decompressed bytes of a frame in memory. What comes after these is read by one thread.
const MAX_LENGTH: u64 = 32 << 20;

/// The bytes of all frames in sequence. What is not announced is read by one thread, up to the end of the file.
pub(super) struct Frames<R> {
    /// `None` after the last announced frame.
    input: Option<R>,
    /// The compressed lengths of the frames that are being decompressed, in order, and where their bytes will be.
    ahead: VecDeque<(u64, Receiver<Frame>)>,
    /// The compressed bytes after the announced frames.
    rest: Option<Box<dyn BufRead + Send>>,
    /// The frame that is being read.
    frame: Option<Frame>,
    /// Whether nothing comes after that frame. The rest sees its own bombs.
    is_last: bool,
    /// The most frames that are decompressed at once.
    decoders: usize,
    max_ratio: u32,
    /// The numbers of bytes of the frames so far, compressed and decompressed.
    compressed: u64,
    plain: u64,
}

/// The decompressed bytes of a frame, then perhaps an error.
type Frame = Box<dyn Read + Send>;

impl<R: BufRead + Send + 'static> Frames<R> {
    /// Creates a reader, whose limits are those of [`Compression::decompress`].
    pub(super) const fn new(input: R, max_ratio: u32, decoders: usize) -> Self {
        Self {
            input: Some(input),
            ahead: VecDeque::new(),
            rest: None,
            frame: None,
            is_last: false,
            decoders,
            max_ratio,
            compressed: 0,
            plain: 0,
        }
    }

    /// Begins to decompress frames until there are enough.
    fn begin_frames(&mut self) {
        while self.ahead.len() < self.decoders
            && let Some(mut input) = self.input.take()
        {
            let mut bytes = Vec::new();
            let read = read_frame(&mut input, &mut bytes);
            if matches!(read, Ok(true)) {
                let (sender, frame) = bounded(1);
                self.ahead.push_back((bytes.len() as u64, frame));
                self.input = Some(input);
                // The receiver is gone if nobody reads on.
                let begun = thread::Builder::new().spawn(move || sender.send(decompressed(bytes)));
                if let Err(error) = begun {
                    // The error comes after the frames before it.
                    self.ahead.pop_back();
                    self.input = None;
                    self.rest = Some(Box::new(BufReader::new(failing(error))));
                }
            } else {
                let rest =
                    Replayed { beginning: Cursor::new(bytes), error: read.err(), rest: Box::new(input) };
                self.rest = Some(Box::new(BufReader::new(rest)));
            }
        }
    }

    fn read_frames(&mut self, output: &mut [u8]) -> io::Result<usize> {
        loop {
            self.begin_frames();
            if let Some(frame) = &mut self.frame {
                let read = frame.read(output)?;
                self.plain += read as u64;
                let bomb = Bomb::of("zstd", self.compressed, self.plain, self.max_ratio);
                if let Some(bomb) = bomb.filter(|_| !self.is_last) {
                    self.end();
                    self.frame = Some(failing(io::Error::new(io::ErrorKind::InvalidData, bomb)));
                }
                if read > 0 {
                    return Ok(read);
                }
            }
            if let Some((length, next)) = self.ahead.pop_front() {
                self.compressed += length;
                let Ok(frame) = next.recv() else {
                    return Err(io::Error::other("a thread that decompressed zstd data panicked"));
                };
                self.frame = Some(frame);
            } else if let Some(rest) = self.rest.take() {
                self.is_last = true;
                self.frame = Some(more_frames(rest, self.max_ratio, [self.compressed, self.plain])?);
            } else {
                return Ok(0);
            }
        }
    }

    /// Forgets all frames.
    fn end(&mut self) {
        (self.input, self.rest, self.frame, self.is_last) = (None, None, None, true);
        self.ahead.clear();
    }
}

impl<R: BufRead + Send + 'static> Read for Frames<R> {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        if output.is_empty() {
            return Ok(0);
        }
        let read = self.read_frames(output);
        if read.as_ref().is_err_and(|error| error.kind() != io::ErrorKind::Interrupted) {
            // Nothing comes after an error.
            self.end();
        }
        read
    }
}

/// Reads the next frame. Returns `false` if it is not announced, or too long; then the bytes are what was read.
fn read_frame(input: &mut impl Read, bytes: &mut Vec<u8>) -> io::Result<bool> {
    input.take(ANNOUNCEMENT.len() as u64 + 4).read_to_end(bytes)?;
    let Some(&length) = bytes.strip_prefix(&ANNOUNCEMENT).and_then(<[u8]>::first_chunk) else {
        return Ok(false);
    };
    let length = u32::from_le_bytes(length);
    if u64::from(length) > MAX_LENGTH {
        return Ok(false);
    }
    bytes.clear();
    input.take(length.into()).read_to_end(bytes)?;
    Ok(find_frame_compressed_size(bytes) == Ok(length as usize))
}

/// Decompresses a frame. What is longer than the maximum is decompressed when it is read.
fn decompressed(bytes: Vec<u8>) -> Frame {
    // All frames together may be a bomb, not one of them.
    let mut rest = match Compression::Zstandard.decompress(Cursor::new(bytes), u32::MAX, None) {
        Ok(rest) => rest,
        Err(error) => return failing(error),
    };
    let mut beginning = Vec::new();
    let error = (&mut rest).take(MAX_LENGTH).read_to_end(&mut beginning).err();
    Box::new(Replayed { beginning: Cursor::new(beginning), error, rest })
}

/// Returns a reader that only has an error.
fn failing(error: io::Error) -> Frame {
    Box::new(Replayed { beginning: Cursor::default(), error: Some(error), rest: Box::new(io::empty()) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::compression::tests::{Trickle, decompress, long_text, zstd};

    /// Returns a file as pzstd writes it: the length of each frame stands in a skippable frame before it.
    fn announced(frames: &[&[u8]]) -> Vec<u8> {
        let frame = |frame: &&[u8]| {
            [b"\x50\x2a\x4d\x18\x04\0\0\0", &(frame.len() as u32).to_le_bytes()[..], frame].concat()
        };
        frames.iter().flat_map(frame).collect()
    }

    /// Several frames that are decompressed at once yield the same bytes and the same error as one after the other.
    #[test]
    fn announced_frames_are_read_like_others() {
        let text = long_text();
        let parts: Vec<Vec<u8>> = text.chunks(100_000).map(zstd).collect();
        let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
        let whole = announced(&parts);
        let mut damaged = whole.clone();
        damaged[whole.len() / 2] ^= 1;
        let mut wrong_length = whole.clone();
        wrong_length[8] ^= 1;
        let mut too_long = whole.clone();
        too_long[11] = 0xff;
        let nothing = zstd(b"");
        let mut random = fastrand::Rng::with_seed(9);
        let noise: Vec<u8> = (0..1 << 20).map(|_| random.u8(..)).collect();
        let files = [
            whole.clone(),
            whole[..whole.len() - 1].to_vec(),
            whole[..whole.len() / 3].to_vec(),
            whole[..5].to_vec(),
            [&whole[..], &whole[..10]].concat(),
            [&whole[..], &[0; 700]].concat(),
            [&whole[..], b"no frame"].concat(),
            [&announced(&[&nothing, parts[0], &nothing]), parts[1], &announced(&parts[2..])].concat(),
            parts.concat(),
            announced(&[&parts.concat()]),
            damaged,
            wrong_length,
            too_long,
            announced(&[&zstd(&vec![b'x'; 100 << 20])]),
            announced(&[&zstd(&vec![b'x'; 20 << 20])[..]; 5]),
            // Together with the bytes before them, these are no bombs.
            announced(&[&zstd(&noise), &zstd(&vec![b'x'; 70 << 20])]),
            [&announced(&[&zstd(&noise)]), &zstd(&vec![b'x'; 70 << 20])[..]].concat(),
        ];
        for (number, file) in files.into_iter().enumerate() {
            let (expected, error) = decompress(&file, 1 << 20);
            for (given, asked, decoders) in [(1 << 20, 1 << 20, 4), (1000, 77_777, 2)] {
                let input = BufReader::with_capacity(5000, Trickle(Cursor::new(file.clone()), given));
                let mut frames = Frames::new(input, 100, decoders);
                let mut plain = Vec::<u8>::new();
                let mut buffer = vec![0; asked];
                let ended = loop {
                    match frames.read(&mut buffer) {
                        Ok(0) => break None,
                        Ok(length) => plain.extend(&buffer[..length]),
                        Err(error) => break Some(error),
                    }
                };
                assert_eq!(frames.read(&mut buffer).unwrap(), 0, "{number}");
                let [kind, other] = [&error, &ended].map(|error| error.as_ref().map(io::Error::kind));
                assert_eq!(kind, other, "{number}: {error:?}, {ended:?}");
                // Of a bomb, one reads a little more than the other.
                if error.as_ref().is_some_and(|error| error.get_ref().is_some_and(|error| error.is::<Bomb>()))
                {
                    assert!(
                        ended.unwrap().get_ref().unwrap().is::<Bomb>() && plain.len() as u64 > Bomb::FLOOR
                    );
                    assert!(plain.len() < 70 << 20, "{number}: {}", plain.len());
                } else {
                    let [message, other] =
                        [&error, &ended].map(|error| error.as_ref().map(ToString::to_string));
                    assert_eq!(message, other, "{number}");
                    assert!(plain == expected, "{number}: {} instead of {}", plain.len(), expected.len());
                }
            }
        }
    }

    /// An error of the file comes after the bytes before it.
    #[test]
    fn an_error_while_frames_are_read_ahead_comes_in_its_place() {
        struct Failing;
        impl Read for Failing {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::ErrorKind::PermissionDenied.into())
            }
        }
        let file = announced(&[&zstd(b"one"), &zstd(b" two"), &zstd(b" three")]);
        for length in 0..=file.len() {
            let input = BufReader::new(Cursor::new(file[..length].to_vec()).chain(Failing));
            let mut plain = Vec::new();
            let error = Frames::new(input, 100, 3).read_to_end(&mut plain).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::PermissionDenied, "{length}");
            assert!(
                b"one two three".starts_with(&plain[..]) && (length < file.len() || plain.len() == 13),
                "{length}"
            );
        }
    }
}
