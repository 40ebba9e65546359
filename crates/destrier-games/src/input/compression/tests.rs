use super::*;
use std::io::Write;

pub(in crate::input) fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

pub(in crate::input) fn bzip2(text: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

pub(in crate::input) fn zstd(text: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
    encoder.include_checksum(true).unwrap();
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

pub(in crate::input) const PACKERS: [fn(&[u8]) -> Vec<u8>; 3] = [gzip, bzip2, zstd];

/// Returns more than half a megabyte of text that fills several blocks of each compression.
pub(in crate::input) fn long_text() -> Vec<u8> {
    let mut random = fastrand::Rng::with_seed(3);
    (0..150_000)
        .flat_map(|_| [*random.choice(b"abcdefgh").unwrap(), random.digit(8) as u8, b' ', b'\n'])
        .collect()
}

/// A reader that returns a fixed number of bytes at a time, like a pipe.
pub(in crate::input) struct Trickle(pub(in crate::input) io::Cursor<Vec<u8>>, pub(in crate::input) usize);

impl Read for Trickle {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        let room = output.len().min(self.1);
        self.0.read(&mut output[..room])
    }
}

/// Decompresses a file in reads of a given size. Returns the data and the error at its end.
pub(in crate::input) fn decompress(file: &[u8], at_a_time: usize) -> (Vec<u8>, Option<io::Error>) {
    decompress_in_steps(file, at_a_time, at_a_time)
}

/// Does the same, with the sizes of reads from the file and from the decompressor.
fn decompress_in_steps(file: &[u8], given: usize, asked: usize) -> (Vec<u8>, Option<io::Error>) {
    let compression = Compression::of(&file[..6.min(file.len())]);
    let file = Trickle(io::Cursor::new(file.to_vec()), given);
    let mut input = compression.decompress(io::BufReader::with_capacity(5000, file), 100, None).unwrap();
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
fn detects_compression_by_first_bytes() {
    for (compression, magic) in [
        (Compression::Zstandard, &zstd(b"1. e4 *")[..6]),
        (Compression::Zstandard, b"\x5f\x2a\x4d\x18"),
        (Compression::Gzip, &gzip(b"1. e4 *")[..6]),
        (Compression::Bzip2, &bzip2(b"1. e4 *")[..6]),
        (Compression::Other("xz"), b"\xfd7zXZ\0"),
        (Compression::Other("zip"), b"PK\x03\x04\0\0"),
        (Compression::Other("7z"), b"7z\xbc\xaf\x27\x1c"),
        (Compression::Other("rar"), b"Rar!\x1a\x07"),
    ] {
        assert_eq!(Compression::of(magic), compression);
    }
    for plain in [&b""[..], b"1.", b"[Event", b"BZh*", b"\xef\xbb\xbf[", b"PKqq", b"7z"] {
        assert_eq!(Compression::of(plain), Compression::None);
    }
    let Err(error) = Compression::Other("xz").decompress(io::empty(), 100, None) else {
        panic!("xz is not read")
    };
    assert_eq!(error.to_string(), "compressed with xz, which is not supported; decompress it first");
}

#[test]
fn reads_concatenated_members() {
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
                let (plain, error) = decompress(&file, at_a_time);
                assert!(error.is_none(), "{error:?}");
                assert!(plain == text);
            }
        }
        let (plain, error) = decompress(&nothing, 10);
        assert!(plain.is_empty() && error.is_none());
    }
    let skippable = b"\x5a\x2a\x4d\x18\x03\0\0\0abc";
    let file = [&skippable[..], &zstd(b"one"), skippable, &zstd(b" two"), skippable].concat();
    for at_a_time in [1, 2, 3, 100] {
        let (plain, error) = decompress(&file, at_a_time);
        assert!(plain == b"one two" && error.is_none(), "{error:?}");
    }
}

/// Holds for all sizes of reads, even if one call of a decoder returns data and fails.
#[test]
fn truncated_file_yields_all_data() {
    let text = long_text();
    for (pack, block) in PACKERS.into_iter().zip([100, 100_000, 128 << 10]) {
        let whole = pack(&text);
        for length in [7, whole.len() / 3, whole.len() / 2, whole.len() - 12, whole.len() - 1] {
            let torn = [&pack(b"before "), &whole[..length]].concat();
            let mut lengths = [1000, 77_777, 1 << 20].map(|at_a_time| {
                let (plain, error) = decompress(&torn, at_a_time);
                let message = error.unwrap().to_string();
                assert!(message.starts_with("truncated "), "{message}");
                let rest = plain.strip_prefix(b"before ").unwrap();
                assert!(text.starts_with(rest));
                // The text compresses about evenly.
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
fn damaged_file_yields_data_before_damage() {
    let text = long_text();
    for (pack, block) in PACKERS.into_iter().zip([20_000, 100_000, 128 << 10]) {
        let whole = pack(&text);
        for offset in [whole.len() / 3, whole.len() / 2, whole.len() * 9 / 10] {
            let mut damaged = [&pack(b"before "), &whole[..]].concat();
            let start = damaged.len() - whole.len();
            damaged[start + offset..start + offset + 64].fill(0xff);
            for at_a_time in [1000, 1 << 20] {
                let (plain, error) = decompress(&damaged, at_a_time);
                let message = error.unwrap().to_string();
                assert!(message.starts_with("damaged "), "{message}");
                let rest = plain.strip_prefix(b"before ").unwrap();
                let sound = rest.iter().zip(&text).take_while(|(a, b)| a == b).count();
                let share = text.len() * offset / whole.len();
                assert!(sound + block + 20_000 > share, "{sound} of {share}");
            }
        }
        let glued = [&whole[..], b"not compressed"].concat();
        let (plain, error) = decompress(&glued, 1 << 20);
        assert!(plain == text);
        assert!(error.unwrap().to_string().starts_with("damaged "));
    }
}

#[test]
fn error_does_not_depend_on_read_sizes() {
    let text = &long_text()[..20_000];
    for pack in PACKERS {
        let whole = pack(text);
        for offset in (6..whole.len()).step_by(97) {
            let mut damaged = whole.clone();
            damaged[offset] ^= 0x10;
            let told = [(5000, 1 << 16), (1000, 100), (7, 1)].map(|(given, asked)| {
                decompress_in_steps(&damaged, given, asked).1.map(|error| error.to_string())
            });
            assert!(told.iter().all(|words| *words == told[0]), "{offset}: {told:?}");
        }
    }
}

/// The data and the final error do not depend on the sizes of reads.
#[test]
fn bomb_is_read_up_to_limit() {
    let before = long_text();
    // More than the floor, and then as much again.
    let zeros = vec![b' '; Bomb::FLOOR as usize + (8 << 20)];
    for pack in PACKERS {
        let file = [pack(&before), pack(&zeros), pack(&zeros)].concat();
        let times = (before.len() + 2 * zeros.len()) / file.len();
        assert!(times > 30, "{times}");
        let decompress = |max_ratio, at_a_time| {
            let input = io::Cursor::new(file.clone());
            let mut input = Compression::of(&file).decompress(input, max_ratio, None).unwrap();
            let mut buffer = vec![0; at_a_time];
            let (mut plain, mut starts_well) = (0, true);
            loop {
                match input.read(&mut buffer) {
                    Ok(0) => return (plain, None),
                    Ok(length) => {
                        let same = before.get(plain..).unwrap_or_default().iter().zip(&buffer[..length]);
                        starts_well &= same.into_iter().all(|(a, b)| a == b);
                        plain += length;
                    }
                    Err(error) => {
                        assert!(starts_well);
                        assert_eq!(input.read(&mut buffer).unwrap(), 0, "nothing comes after it");
                        return (plain, Some(error));
                    }
                }
            }
        };
        for at_a_time in [50_000, 1 << 20] {
            let (plain, error) = decompress(20, at_a_time);
            let error = error.unwrap();
            let bomb = error.get_ref().and_then(|error| error.downcast_ref::<Bomb>()).unwrap();
            assert_eq!((bomb.plain, bomb.max_ratio), (plain as u64, 20));
            assert!((Bomb::FLOOR..=Bomb::FLOOR + (1 << 20)).contains(&bomb.plain), "{bomb:?}");
            assert!(bomb.compressed <= file.len() as u64 && bomb.plain > 20 * bomb.compressed, "{bomb:?}");
            let (plain, error) = decompress(times as u32 * 1000, at_a_time);
            assert!(error.is_none() && plain == before.len() + 2 * zeros.len());
        }
    }
    // Small outputs are never bombs.
    let (plain, error) = decompress(&zstd(&vec![b' '; Bomb::FLOOR as usize]), 1 << 20);
    assert!(error.is_none() && plain.len() as u64 == Bomb::FLOOR);
}

#[test]
fn rejects_oversized_windows() {
    // A frame with a raw block and the given window size.
    let frame = |window_log: u8| {
        [&[0x28, 0xb5, 0x2f, 0xfd, 0, (window_log - 10) << 3, 1 | 5 << 3, 0, 0][..], b"1. e4"].concat()
    };
    for (window_log, refused) in [(27, false), (31, false), (32, true), (41, true)] {
        let file = [&zstd(b"before ")[..], &frame(window_log)].concat();
        let (plain, error) = decompress(&file, 1000);
        let message = error.map(|error| error.to_string());
        assert_eq!(message.is_some(), refused, "{window_log}: {message:?}");
        assert_eq!(plain, if refused { &b"before "[..] } else { b"before 1. e4" });
        assert!(message.is_none_or(|message| message.contains("a window of more than 2 GiB")));
    }
}

/// An error in the header of a zstd block must not hide the block before.
#[test]
fn damaged_block_header_hides_nothing() {
    // A frame without size or checksum, with a window of 1 KiB and raw blocks of five bytes.
    let mut frame = b"\x28\xb5\x2f\xfd\0\0".to_vec();
    for block in [b"one  ", b"two  ", b"three"] {
        frame.extend([5 << 3, 0, 0]);
        frame.extend(block);
    }
    // A block of the reserved kind.
    frame.extend([3 << 1, 0, 0]);
    for (given, asked) in [(2, 2), (100, 2), (100, 5), (100, 7), (2, 100), (100, 100)] {
        let (plain, error) = decompress_in_steps(&frame, given, asked);
        assert_eq!((&plain[..], error.is_some()), (&b"one  two  three"[..], true));
    }
}

/// Does not panic, terminates, and returns the sound data before the damage.
#[test]
fn random_damage_is_handled() {
    let mut random = fastrand::Rng::with_seed(8);
    let text = &long_text()[..20_000];
    for pack in PACKERS {
        let whole = [pack(text), pack(text)].concat();
        for _ in 0..300 {
            let mut file = whole.clone();
            for _ in 0..random.usize(1..4) {
                // The first part stays sound, so its data must come out.
                let offset = random.usize(whole.len() / 2..whole.len());
                file[offset] = random.u8(..);
            }
            file.truncate(random.usize(whole.len() / 2..=whole.len()));
            let (plain, _) = decompress(&file, random.usize(1..5000));
            assert!(plain.starts_with(text));
        }
    }
}

#[test]
fn reads_large_windows() {
    let text = long_text();
    for window_log in [27, 28] {
        let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
        encoder.long_distance_matching(true).unwrap();
        encoder.window_log(window_log).unwrap();
        encoder.write_all(&text).unwrap();
        let file = encoder.finish().unwrap();
        // The window size in the header of the frame.
        assert_eq!(u32::from(file[5] >> 3) + 10, window_log);
        let (plain, error) = decompress(&file, 1 << 20);
        assert!(error.is_none(), "{error:?}");
        assert!(plain == text);
    }
}

#[test]
fn bomb_exceeds_floor_and_ratio() {
    let max_ratio = 100;
    let bomb = |compressed, plain| {
        let (input, decompressor, state) = ((), Decompressor::Gzip(Decompressor::gzip()), State::Within);
        Decompressed { input, decompressor, state, compressed, plain, max_ratio, stored: None }.bomb()
    };
    const FLOOR: u64 = 64 << 20;
    assert_eq!(bomb(1, FLOOR), None);
    assert_eq!(bomb(FLOOR, FLOOR + 1), None);
    assert_eq!(bomb(FLOOR, 100 * FLOOR), None);
    assert_eq!(bomb(u64::MAX, u64::MAX), None);
    assert_eq!(bomb(0, FLOOR + 1).map(|bomb| bomb.plain), Some(FLOOR + 1));
    let bomb = bomb(FLOOR, 100 * FLOOR + 1).unwrap();
    assert_eq!(bomb, Bomb { compression: "gzip", max_ratio, compressed: FLOOR, plain: 100 * FLOOR + 1 });
    assert_eq!(
        bomb.to_string(),
        "expands to more than 100 times its size: 67108864 bytes of gzip data give 6710886401; the data before this \
         point was read; to read the rest, decompress it first if you trust it"
    );
}
