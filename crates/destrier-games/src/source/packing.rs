//! Packed files: what they are packed with, and how they are unpacked.
//!
//! Our own loop around the three decoders, since theirs lose what was decoded in the call that comes upon damage. Here
//! all that could be unpacked is handed out first, and the error comes after it.

use std::io::{self, BufRead, Read};
use zstd::stream::raw::{DParameter, InBuffer, Operation, OutBuffer};

/// How a file is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Packing {
    None,
    Gzip,
    Bzip2,
    Zstandard,
    /// In a way that is not read.
    Other(&'static str),
}

impl Packing {
    /// How many bytes at the start of a file tell it.
    pub(super) const MAGIC: u64 = 6;

    /// What the first bytes of a file say.
    pub(super) const fn of(magic: &[u8]) -> Self {
        match magic {
            [0x1f, 0x8b, ..] => Self::Gzip,
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Self::Bzip2,
            // A frame, or one of the sixteen kinds of skippable frame.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Self::Zstandard,
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Self::Other("xz"),
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Self::Other("zip"),
            [b'7', b'z', 0xbc, 0xaf, 0x27, 0x1c, ..] => Self::Other("7z"),
            [b'R', b'a', b'r', b'!', 0x1a, 7, ..] => Self::Other("rar"),
            _ => Self::None,
        }
    }

    /// The plain bytes of a file that is packed so.
    ///
    /// # Errors
    ///
    /// When it is packed in a way that is not read.
    pub(super) fn unpack(self, input: impl BufRead + Send + 'static) -> io::Result<Box<dyn Read + Send>> {
        let decoder = match self {
            Self::None => return Ok(Box::new(input)),
            Self::Gzip => Decoder::Gzip(Decoder::gzip()),
            Self::Bzip2 => Decoder::Bzip2(bzip2::Decompress::new(false)),
            Self::Zstandard => Decoder::Zstandard(Zstandard::new()?),
            Self::Other(name) => {
                let message = format!("packed with {name}, which is not read; unpack it first");
                return Err(io::Error::new(io::ErrorKind::Unsupported, message));
            }
        };
        Ok(Box::new(Unpacked { input, decoder, state: State::Within }))
    }
}

/// A packed file's plain bytes: those of all its parts (members, streams, frames), one after the other. Zeros between
/// and after parts are padding.
struct Unpacked<R> {
    input: R,
    decoder: Decoder,
    state: State,
}

enum State {
    /// Inside a part.
    Within,
    /// Behind a part.
    Between,
    /// What is to be said once all before it was handed out.
    Failed(io::Error),
    Ended,
}

impl<R: BufRead> Read for Unpacked<R> {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        if output.is_empty() {
            return Ok(0);
        }
        loop {
            if let State::Ended | State::Failed(_) = self.state {
                return match std::mem::replace(&mut self.state, State::Ended) {
                    State::Failed(error) => Err(error),
                    _ => Ok(0),
                };
            }
            let input = self.input.fill_buf()?;
            let is_end = input.is_empty();
            if let State::Between = self.state {
                let padding = input.iter().take_while(|&&byte| byte == 0).count();
                if is_end {
                    self.state = State::Ended;
                } else if padding > 0 {
                    self.input.consume(padding);
                } else {
                    self.decoder.begin_part();
                    self.state = State::Within;
                }
                continue;
            }
            let Step { consumed, produced, outcome } = self.decoder.step(input, output);
            self.input.consume(consumed);
            match outcome {
                Ok(true) => self.state = State::Between,
                Ok(false) if consumed + produced > 0 => {}
                Ok(false) if is_end => self.state = State::Failed(self.decoder.truncated()),
                Ok(false) => self.state = State::Failed(self.decoder.damaged("it does not go on")),
                Err(detail) => self.state = State::Failed(self.decoder.damaged(&detail)),
            }
            if produced > 0 {
                return Ok(produced);
            }
        }
    }
}

enum Decoder {
    Gzip(flate2::Decompress),
    Bzip2(bzip2::Decompress),
    Zstandard(Zstandard),
}

/// What a decoder did in one call.
struct Step {
    /// Packed bytes taken.
    consumed: usize,
    /// Plain bytes given, those before an error among them.
    produced: usize,
    /// Whether the part ended, or what is wrong.
    outcome: Result<bool, String>,
}

impl Decoder {
    fn gzip() -> flate2::Decompress {
        /// Of the window's size in bytes, the binary logarithm: the largest there is.
        const WINDOW: u8 = 15;
        flate2::Decompress::new_gzip(WINDOW)
    }

    /// Makes ready for the next part.
    fn begin_part(&mut self) {
        match self {
            Self::Gzip(decoder) => *decoder = Self::gzip(),
            Self::Bzip2(decoder) => *decoder = bzip2::Decompress::new(false),
            // It does so by itself.
            Self::Zstandard(_) => {}
        }
    }

    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        match self {
            Self::Gzip(decoder) => {
                let (total_in, total_out) = (decoder.total_in(), decoder.total_out());
                let status = decoder.decompress(input, output, flate2::FlushDecompress::None);
                Step {
                    consumed: (decoder.total_in() - total_in) as usize,
                    produced: (decoder.total_out() - total_out) as usize,
                    outcome: match status {
                        Ok(status) => Ok(status == flate2::Status::StreamEnd),
                        Err(error) => Err(error.message().unwrap_or("not gzip data").to_owned()),
                    },
                }
            }
            Self::Bzip2(decoder) => {
                let (total_in, total_out) = (decoder.total_in(), decoder.total_out());
                let status = decoder.decompress(input, output);
                Step {
                    consumed: (decoder.total_in() - total_in) as usize,
                    produced: (decoder.total_out() - total_out) as usize,
                    outcome: match status {
                        Ok(bzip2::Status::StreamEnd) => Ok(true),
                        Ok(bzip2::Status::MemNeeded) => Err("there is not enough memory for it".into()),
                        Ok(_) => Ok(false),
                        Err(bzip2::Error::DataMagic) => Err("not bzip2 data".into()),
                        Err(_) => Err("a block that contradicts itself".into()),
                    },
                }
            }
            Self::Zstandard(decoder) => decoder.step(input, output),
        }
    }

    const fn name(&self) -> &'static str {
        match self {
            Self::Gzip(_) => "gzip",
            Self::Bzip2(_) => "bzip2",
            Self::Zstandard(_) => "zstd",
        }
    }

    fn truncated(&self) -> io::Error {
        let message = format!(
            "truncated: the {} data end in the middle; what comes before was read, get a whole file for the rest",
            self.name()
        );
        io::Error::new(io::ErrorKind::UnexpectedEof, message)
    }

    fn damaged(&self, detail: &str) -> io::Error {
        let message = format!(
            "damaged {} data ({detail}); what comes before was read, get a sound file for the rest",
            self.name()
        );
        io::Error::new(io::ErrorKind::InvalidData, message)
    }
}

/// A decoder of zstd that is given one block at a time: of a call that fails it says nothing, not even what it gave.
struct Zstandard {
    decoder: zstd::stream::raw::Decoder<'static>,
    /// How much it asked for: the rest of a block and the header of the next.
    wanted: usize,
    /// Whether it may hold plain bytes back, since there was no room for them.
    full: bool,
}

impl Zstandard {
    /// Bytes of the header of a block.
    const BLOCK_HEADER: usize = 3;

    /// Bytes that a new frame begins with at least.
    const FRAME_START: usize = 5;

    fn new() -> io::Result<Self> {
        let mut decoder = zstd::stream::raw::Decoder::new()?;
        // Files packed with long-distance matching ask for a window of up to 2 GiB.
        decoder.set_parameter(DParameter::WindowLogMax(31))?;
        Ok(Self { decoder, wanted: Self::FRAME_START, full: false })
    }

    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        if self.full {
            let step = self.run(&[], output);
            if step.produced > 0 || step.outcome != Ok(false) {
                return step;
            }
        }
        // Not the header of the next block, whose damage would hide this block.
        let block = match self.wanted {
            header @ 0..=Self::BLOCK_HEADER => header.max(1),
            block => block - Self::BLOCK_HEADER,
        };
        self.run(&input[..block.min(input.len())], output)
    }

    fn run(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        let room = output.len();
        let (mut input, mut output) = (InBuffer::around(input), OutBuffer::around(output));
        let outcome = match self.decoder.run(&mut input, &mut output) {
            Ok(wanted) => {
                let is_end = wanted == 0;
                self.wanted = if is_end { Self::FRAME_START } else { wanted };
                self.full = !is_end && output.pos() == room;
                Ok(is_end)
            }
            Err(error) => Err(error.to_string()),
        };
        Step { consumed: input.pos(), produced: output.pos(), outcome }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use std::io::Write;

    pub(in crate::source) fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    pub(in crate::source) fn bzip2(text: &[u8]) -> Vec<u8> {
        let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    pub(in crate::source) fn zstd(text: &[u8]) -> Vec<u8> {
        let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
        encoder.include_checksum(true).unwrap();
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    pub(in crate::source) const PACKERS: [fn(&[u8]) -> Vec<u8>; 3] = [gzip, bzip2, zstd];

    /// Text of half a megabyte and more that takes several blocks of each packing and does not shrink to nothing.
    pub(in crate::source) fn long_text() -> Vec<u8> {
        let mut random = fastrand::Rng::with_seed(3);
        (0..150_000)
            .flat_map(|_| [*random.choice(b"abcdefgh").unwrap(), random.digit(8) as u8, b' ', b'\n'])
            .collect()
    }

    /// Hands out as many bytes at a time as it is told, as pipes do.
    struct Trickle<'a>(&'a [u8], usize);

    impl Read for Trickle<'_> {
        fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
            let room = output.len().min(self.1);
            self.0.read(&mut output[..room])
        }
    }

    /// What comes out of a packed file, read so many bytes at a time, and the error at its end.
    fn unpack(file: &[u8], at_a_time: usize) -> (Vec<u8>, Option<io::Error>) {
        unpack_in_steps(file, at_a_time, at_a_time)
    }

    /// The same, where the file gives so many bytes at a time, and so many are asked for.
    fn unpack_in_steps(file: &[u8], given: usize, asked: usize) -> (Vec<u8>, Option<io::Error>) {
        let file: &'static [u8] = file.to_vec().leak();
        let packing = Packing::of(&file[..6.min(file.len())]);
        let mut input = packing.unpack(io::BufReader::with_capacity(5000, Trickle(file, given))).unwrap();
        let mut plain = Vec::new();
        let mut buffer = vec![0; asked];
        loop {
            match input.read(&mut buffer) {
                Ok(0) => return (plain, None),
                Ok(length) => plain.extend(&buffer[..length]),
                Err(error) => {
                    assert_eq!(input.read(&mut buffer).unwrap(), 0, "nothing comes after an error");
                    return (plain, Some(error));
                }
            }
        }
    }

    #[test]
    fn packing_is_told_by_the_first_bytes() {
        for (packing, magic) in [
            (Packing::Zstandard, &zstd(b"1. e4 *")[..6]),
            (Packing::Zstandard, b"\x5f\x2a\x4d\x18"),
            (Packing::Gzip, &gzip(b"1. e4 *")[..6]),
            (Packing::Bzip2, &bzip2(b"1. e4 *")[..6]),
            (Packing::Other("xz"), b"\xfd7zXZ\0"),
            (Packing::Other("zip"), b"PK\x03\x04\0\0"),
            (Packing::Other("7z"), b"7z\xbc\xaf\x27\x1c"),
            (Packing::Other("rar"), b"Rar!\x1a\x07"),
        ] {
            assert_eq!(Packing::of(magic), packing);
        }
        for plain in [&b""[..], b"1.", b"[Event", b"BZh*", b"\xef\xbb\xbf[", b"PKqq", b"7z"] {
            assert_eq!(Packing::of(plain), Packing::None);
        }
        let Err(error) = Packing::Other("xz").unpack(io::empty()) else { panic!("xz is not read") };
        assert_eq!(error.to_string(), "packed with xz, which is not read; unpack it first");
    }

    #[test]
    fn parts_follow_each_other() {
        let text = long_text();
        for pack in PACKERS {
            let (one, two, nothing) = (pack(&text[..400_000]), pack(&text[400_000..]), pack(b""));
            for file in [
                pack(&text),
                [&one[..], &two].concat(),
                [&nothing[..], &one, &nothing, &two, &nothing].concat(),
                [&one[..], &two, &[0; 700]].concat(),
                [&one[..], &[0; 9000], &two].concat(),
            ] {
                for at_a_time in [1000, 1 << 20] {
                    let (plain, error) = unpack(&file, at_a_time);
                    assert!(error.is_none(), "{error:?}");
                    assert!(plain == text);
                }
            }
            let (plain, error) = unpack(&nothing, 10);
            assert!(plain.is_empty() && error.is_none());
        }
        let skippable = b"\x5a\x2a\x4d\x18\x03\0\0\0abc";
        let file = [&skippable[..], &zstd(b"one"), skippable, &zstd(b" two"), skippable].concat();
        for at_a_time in [1, 2, 3, 100] {
            let (plain, error) = unpack(&file, at_a_time);
            assert!(plain == b"one two" && error.is_none(), "{error:?}");
        }
    }

    /// Whatever the sizes of reads, and though each call of a decoder may give and fail at once.
    #[test]
    fn a_truncated_file_gives_all_that_is_there() {
        let text = long_text();
        for (pack, block) in PACKERS.into_iter().zip([100, 100_000, 128 << 10]) {
            let whole = pack(&text);
            for length in [7, whole.len() / 3, whole.len() / 2, whole.len() - 12, whole.len() - 1] {
                let torn = [&pack(b"before "), &whole[..length]].concat();
                let mut lengths = [1000, 77_777, 1 << 20].map(|at_a_time| {
                    let (plain, error) = unpack(&torn, at_a_time);
                    let message = error.unwrap().to_string();
                    assert!(message.starts_with("truncated: the "), "{message}");
                    let rest = plain.strip_prefix(b"before ").unwrap();
                    assert!(text.starts_with(rest));
                    // Packed, the text is about as dense everywhere.
                    let share = text.len() * length / whole.len();
                    assert!(rest.len() + 2 * block + 20_000 > share, "{} of {share}", rest.len());
                    rest.len()
                });
                lengths.sort_unstable();
                assert_eq!(lengths[0], lengths[2]);
            }
        }
    }

    #[test]
    fn a_damaged_file_gives_all_before_the_damage() {
        let text = long_text();
        for (pack, block) in PACKERS.into_iter().zip([20_000, 100_000, 128 << 10]) {
            let whole = pack(&text);
            for place in [whole.len() / 3, whole.len() / 2, whole.len() * 9 / 10] {
                let mut damaged = [&pack(b"before "), &whole[..]].concat();
                let start = damaged.len() - whole.len();
                damaged[start + place..start + place + 64].fill(0xff);
                for at_a_time in [1000, 1 << 20] {
                    let (plain, error) = unpack(&damaged, at_a_time);
                    let message = error.unwrap().to_string();
                    assert!(message.starts_with("damaged "), "{message}");
                    let rest = plain.strip_prefix(b"before ").unwrap();
                    let sound = rest.iter().zip(&text).take_while(|(a, b)| a == b).count();
                    let share = text.len() * place / whole.len();
                    assert!(sound + block + 20_000 > share, "{sound} of {share}");
                }
            }
            let glued = [&whole[..], b"not packed"].concat();
            let (plain, error) = unpack(&glued, 1 << 20);
            assert!(plain == text);
            assert!(error.unwrap().to_string().starts_with("damaged "));
        }
    }

    /// Block headers of zstd stand between blocks, and their damage must not hide the block before.
    #[test]
    fn a_damaged_block_header_hides_nothing() {
        // A frame without its size or checksum, window 1 KiB, and raw blocks of five bytes.
        let mut frame = b"\x28\xb5\x2f\xfd\0\0".to_vec();
        for block in [b"one  ", b"two  ", b"three"] {
            frame.extend([5 << 3, 0, 0]);
            frame.extend(block);
        }
        // A block of the kind that is reserved.
        frame.extend([3 << 1, 0, 0]);
        for (given, asked) in [(2, 2), (100, 2), (100, 5), (100, 7), (2, 100), (100, 100)] {
            let (plain, error) = unpack_in_steps(&frame, given, asked);
            assert_eq!((&plain[..], error.is_some()), (&b"one  two  three"[..], true));
        }
    }

    /// It neither panics nor goes on forever, and the sound part before the damage comes out.
    #[test]
    fn chance_does_no_harm() {
        let mut random = fastrand::Rng::with_seed(8);
        let text = &long_text()[..20_000];
        for pack in PACKERS {
            let whole = [pack(text), pack(text)].concat();
            for _ in 0..300 {
                let mut file = whole.clone();
                for _ in 0..random.usize(1..4) {
                    // The first part is left sound, and so must come out.
                    let place = random.usize(whole.len() / 2..whole.len());
                    file[place] = random.u8(..);
                }
                file.truncate(random.usize(whole.len() / 2..=whole.len()));
                let (plain, _) = unpack(&file, random.usize(1..5000));
                assert!(plain.starts_with(text));
            }
        }
    }

    #[test]
    fn windows_beyond_the_usual_limit_are_read() {
        let text = long_text();
        for window_log in [27, 28] {
            let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
            encoder.long_distance_matching(true).unwrap();
            encoder.window_log(window_log).unwrap();
            encoder.write_all(&text).unwrap();
            let file = encoder.finish().unwrap();
            // The window's size as the frame's header says it.
            assert_eq!(u32::from(file[5] >> 3) + 10, window_log);
            let (plain, error) = unpack(&file, 1 << 20);
            assert!(error.is_none(), "{error:?}");
            assert!(plain == text);
        }
    }
}
