//! Moves in SAN and UCI notation, valid and invalid.

use crate::oracle::{same_san_text, same_uci_text};
use destrier::Square;

/// Every character of SAN, neighbors of those characters, and some others.
const CHARACTERS: &[u8] = b"abh`i180 9NBRQKPnkxO-Z=+#@:o\0\xe4";

/// Extends a text in all ways up to a length, and counts the texts that are moves.
fn count_moves(text: &mut Vec<u8>, longest: usize, characters: &[u8], is_move: fn(&[u8]) -> bool) -> u32 {
    let mut moves = u32::from(is_move(text));
    if text.len() < longest {
        for &character in characters {
            text.push(character);
            moves += count_moves(text, longest, characters, is_move);
            text.pop();
        }
    }
    moves
}

#[test]
fn every_short_san_is_read_as_by_shakmaty() {
    let moves = count_moves(&mut Vec::new(), 4, CHARACTERS, same_san_text);
    assert!(moves > 500, "{moves} moves");
}

#[test]
fn every_pair_of_bytes_around_a_san_is_read_as_by_shakmaty() {
    for first in 0..=255 {
        for second in 0..=255 {
            same_san_text(&[first, second]);
            for text in
                [[b'N', first, second, b'4'], [first, b'e', b'4', second], [first, second, b'e', b'4']]
            {
                same_san_text(&text);
            }
        }
    }
}

/// Moves built from parts, some with a character changed, inserted or removed.
#[test]
fn long_san_is_read_as_by_shakmaty() {
    let mut random = fastrand::Rng::with_seed(1);
    let mut moves = 0;
    for _ in 0..300_000 {
        let mut text = String::new();
        for part in [
            &["", "N", "B", "R", "Q", "K", "P"][..],
            &["", "a", "h"],
            &["", "1", "8"],
            &["", "x"],
            &["e4", "d8", "a1", "h8"],
            &["", "=Q", "=n", "=K"],
            &["", "+", "#", "++"],
        ] {
            text += random.choice(part).unwrap();
        }
        let mut text = text.into_bytes();
        let place = random.usize(..text.len());
        let character = *random.choice(CHARACTERS).unwrap();
        match random.u8(..6) {
            0 => text[place] = character,
            1 => text.insert(place, character),
            2 => _ = text.remove(place),
            _ => {}
        }
        moves += u32::from(same_san_text(&text));
    }
    assert!(moves > 100_000, "{moves} moves");
    for _ in 0..300_000 {
        let text: Vec<u8> = (0..random.usize(..12)).map(|_| *random.choice(CHARACTERS).unwrap()).collect();
        same_san_text(&text);
    }
    for text in ["O-O-O#", "O-O+", "O-O-O-O", "--+", "Z0", "Z0#", "Na1xb2=Q+", "Na1xb2=Q++", "N@f3", "\0e4"] {
        same_san_text(text.as_bytes());
    }
}

#[test]
fn every_uci_move_is_read_as_by_shakmaty() {
    let moves = count_moves(&mut Vec::new(), 5, b"ah`i1809 QqnpkX@\0\xe4", same_uci_text);
    // Origin and destination are each one of four squares; five promotion pieces or none; plus the null move.
    assert_eq!(moves, 4 * 4 * (1 + 5) + 1);
    for from in Square::ALL {
        for to in Square::ALL {
            assert!(same_uci_text(format!("{from}{to}").as_bytes()));
            assert!(same_uci_text(format!("{from}{to}q").as_bytes()));
            assert!(!same_uci_text(format!("{from}{to}qq").as_bytes()));
        }
    }
}
