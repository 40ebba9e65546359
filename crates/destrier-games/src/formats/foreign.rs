//! Files that are not read but may be taken for files of games: what they are, and what to do instead.

#[cfg(feature = "files")]
use super::format::InputFormat;
use std::path::Path;

const TAR: &str = "a tar archive, which is not supported; extract it first";
const CHESSBASE: &str = "a ChessBase database, which is not supported; export its games as PGN";
const SCID: &str = "a Scid database, which is not supported; export its games as PGN";
const PICTURE: &str = "a picture, not a file of games";
const WEB_PAGE: &str = "a web page, not a file of games; download the games as PGN";
const JSON: &str = "JSON, which is not supported; download PGN, from Lichess with the header `Accept: application/x-chess-pgn`";

/// Returns why a file with this name is not read, if it probably holds games: an archive, a database of another program
/// or a compressed file.
///
/// ```
/// use destrier_games::unsupported_name;
///
/// let reason = unsupported_name("games.tar".as_ref()).unwrap();
/// assert_eq!(reason, "a tar archive, which is not supported; extract it first");
/// ```
#[cfg(feature = "files")]
#[must_use]
pub fn unsupported_name(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?.to_ascii_lowercase();
    let (rest, ending) = name.rsplit_once('.')?;
    match ending {
        "7z" | "rar" => {}
        "xz" | "lzma" | "lz4" | "br" if InputFormat::of_name(Path::new(rest)).is_some() => {}
        "tar" | "tgz" | "tbz" | "tbz2" | "txz" => return Some(TAR.into()),
        "gz" | "bz2" | "xz" | "zst" if rest.ends_with(".tar") => return Some(TAR.into()),
        _ => return database(path).map(Into::into),
    }
    Some(format!("compressed with {ending}, which is not supported; decompress it first"))
}

/// Returns why a text with this name and beginning is not read, if it is no file of games.
pub(super) fn by_content(path: &Path, beginning: &[u8]) -> Option<&'static str> {
    let text = beginning.strip_prefix(b"\xef\xbb\xbf").unwrap_or(beginning).trim_ascii_start();
    match beginning {
        _ if beginning.get(257..).is_some_and(|magic| magic.starts_with(b"ustar")) => Some(TAR),
        [0x89, b'P', b'N', b'G', ..] | [0xff, 0xd8, 0xff, ..] | [b'G', b'I', b'F', b'8', ..] => Some(PICTURE),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(PICTURE),
        [b'%', b'P', b'D', b'F', b'-', ..] => Some("a PDF document, not a file of games"),
        [b'S', b'c', b'i', b'd', b'.', ..] => Some(SCID),
        _ if is_json(text) => Some(JSON),
        [] => None,
        _ => database(path).or_else(|| {
            for start in [&b"<!doctype"[..], b"<html", b"<?xml"] {
                if text.get(..start.len()).is_some_and(|text| text.eq_ignore_ascii_case(start)) {
                    return Some(WEB_PAGE);
                }
            }
            let start = &beginning[..beginning.len().min(1 << 10)];
            // Zeros and ^Z may be padding.
            let binary =
                start.iter().filter(|byte| matches!(byte, 1..=8 | 0x0e..=0x19 | 0x1b..=0x1f)).count();
            (8 * binary >= start.len()).then_some("binary data, not a file of games")
        }),
    }
}

/// Returns why the database of another program is not read. Its content has no mark.
fn database(path: &Path) -> Option<&'static str> {
    match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "cbh" | "cbv" | "cbf" => Some(CHESSBASE),
        "si3" | "si4" | "si5" => Some(SCID),
        _ => None,
    }
}

/// Returns whether a text begins like an object in JSON, alone or in a list: `{"id":"abc"`. In PGN, a brace begins a
/// comment.
fn is_json(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"[").unwrap_or(text).trim_ascii_start();
    let Some(name) = text.strip_prefix(b"{").and_then(|text| text.trim_ascii_start().strip_prefix(b"\""))
    else {
        return false;
    };
    let Some(end) = memchr::memchr(b'"', name) else { return false };
    let value = name[end + 1..].trim_ascii_start().strip_prefix(b":").map(<[u8]>::trim_ascii_start);
    value.is_some_and(|value| {
        matches!(value, [b'"' | b'{' | b'[' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n', ..])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "files")]
    #[test]
    fn names_of_files_that_may_hold_games() {
        for (name, reason) in [
            ("a.PGN.xz", "compressed with xz"),
            ("a.7z", "compressed with 7z"),
            ("a.rar", "compressed with rar"),
            ("a.tar", "tar archive"),
            ("a.tar.gz", "tar archive"),
            ("a.cbh", "ChessBase"),
            ("A.SI4", "Scid"),
        ] {
            assert!(unsupported_name(Path::new(name)).is_some_and(|found| found.contains(reason)), "{name}");
        }
        for name in ["a.pgn", "a.pgn.gz", "a.txt.xz", "a.png", "a", "xz", "a.zip"] {
            assert_eq!(unsupported_name(Path::new(name)), None, "{name}");
        }
    }

    #[test]
    fn content_that_is_no_chess() {
        let tar = [&[b'x'; 257][..], b"ustar\0"].concat();
        for (text, reason) in [
            (&tar[..], "a tar archive"),
            (b"\x89PNG\r\n\x1a\n", "a picture"),
            (b"%PDF-1.7\n", "a PDF document"),
            (b"\xef\xbb\xbf {\n \"id\" : \"x\"", "JSON"),
            (b"[{\"moves\":null}]", "JSON"),
            (b"<!DOCTYPE html>", "a web page"),
            (b"\x01\x02\x03\x00\x05binary", "binary data"),
        ] {
            let found = by_content(Path::new("a.pgn"), text);
            assert!(found.is_some_and(|found| found.starts_with(reason)), "{found:?}");
        }
        for text in [
            "",
            "[Event \"x\"]",
            "{\"Best\": by test} 1. e4",
            "{\"a\"} 1. e4",
            "1. e4",
            "\0\0\0\0[Event \"x\"]",
            "% x",
            "\u{7}[Event \"x\"]\n\n1. e4",
        ] {
            assert_eq!(by_content(Path::new("a.pgn"), text.as_bytes()), None, "{text}");
        }
    }
}
