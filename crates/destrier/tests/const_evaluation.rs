//! Evaluation in `const` contexts. Other tests compare all values of each function.

use destrier::king::{Opposition, Wing};
use destrier::{Bitboard, Board, Color, Direction, Line, Square, SquareMapping, bitboard};
use destrier::{formulations, greater_one, king, knight, pawn, sliders};

const fn same(a: Bitboard, b: Bitboard) -> bool {
    a.bits() == b.bits()
}

#[test]
fn functions_can_be_evaluated_at_compile_time() {
    const {
        let (white, black) = (Color::White, Color::Black);
        let (a1, e8, h8) = (Square::A1, Square::E8, Square::H8);
        let (from, to, full) = (a1.bitboard(), h8.bitboard(), Bitboard::FULL);
        let picture = bitboard! {
            X . . . X . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
        };
        let diagonal = Line::Diagonal.through(a1);
        assert!(same(from.step(Direction::NoNoEa), Square::B3.bitboard()));
        assert!(same(SquareMapping::H1.bitboard(1), Square::H1.bitboard()));
        assert!(same(greater_one::greater_one(&[picture, full, Bitboard::EMPTY]), picture));
        assert!(formulations::greater_one::count(&[picture, full]).of(e8) == 2);

        assert!(same(knight::attacks(from), knight::attacks_from(a1)));
        assert!(same(knight::moves(from, Square::B3.bitboard()), Square::C2.bitboard()));
        assert!(same(knight::reach_within(from, 1, full), knight::fill(from)));
        assert!(knight::distance(a1, h8) == formulations::knight::distance::closed_form(a1, h8));
        assert!(matches!(knight::set_distance(from, picture), Some(5)));
        assert!(matches!(knight::shortest_paths(from, to, full), Some(layers) if layers.moves() == 6));
        assert!(same(knight::region(from, diagonal), from));
        assert!(same(knight::forks(picture), Square::C7.bitboard()));
        assert!(formulations::knight::forks::fork_counts(picture).of(Square::C7) == 2);
        assert!(formulations::knight::passer::passer_stoppers(h8, white, white).is_empty());
        assert!(formulations::knight::move_list::move_list(a1, full).len() == 2);

        assert!(same(king::attacks(from), king::attacks_from(a1)));
        assert!(same(king::reach(from, 1, full), king::attacks(from)));
        assert!(same(king::reach_within(from, 1, full), king::fill(from)));
        assert!(king::distance(a1, h8) == 7);
        assert!(matches!(king::set_distance(from, picture), Some(7)));
        assert!(matches!(king::shortest_paths(from, to, full), Some(layers) if layers.moves() == 7));
        assert!(same(king::region(from, diagonal), diagonal) && king::connected(from, to, diagonal));
        assert!(same(king::trajectory(a1, h8), diagonal));
        assert!(formulations::king::move_list::move_list(a1, full).len() == 3);
        assert!(king::open_lines(e8, picture).contains(Line::Rank));
        assert!(king::caught_area(h8, black, white).contains(Square::H7));
        assert!(matches!(king::opposition(Square::E6, e8), Some(Opposition::Direct)));
        assert!(king::opposition_squares(Square::E6, Opposition::Direct).contains(e8));
        assert!(king::wins_kpk(Square::E6, Square::E5, e8, white, white));
        assert!(same(king::zone_from(a1, white), king::zone(from, white)));
        assert!(king::key_squares(Square::E4, white).contains(Square::E6));
        assert!(king::shield_index(Wing::King.window(), Bitboard::from_bits(0xe000), white) == 0b111);
        assert!(Wing::Queen.window().mask().bits() == 0x0007_0700);

        assert!(!pawn::passers(full, picture, white).contains(Square::A2));
        assert!(same(sliders::queen_attacks(from, full), king::attacks(from)));
        assert!(same(sliders::queen_attacks_from(a1, full), king::attacks(from)));
        assert!(same(sliders::line(a1, h8), diagonal) && sliders::between(a1, Square::B2).is_empty());
        let Ok(board) = Board::from_placement("6k1/5ppp/8/8/8/8/5PPP/R5K1", white) else { panic!() };
        assert!(same(board.values(black).king_escapes, Square::F8.bitboard().union(to)));
        assert!(same(board.attack_maps().king_escapes(black), Square::F8.bitboard().union(to)));
    }
}
