//! The terms of the evaluation: where the weights of each group stand in the table.

/// Defines the groups of terms, in the order of the table: the name of the first index, the number of weights, and a
/// description.
macro_rules! groups {
    ($($name:ident $len:literal $text:literal,)*) => {
        groups!(@ 0; $($name $len $text,)*);

        /// Descriptions of the groups, and where each starts.
        pub(super) const GROUPS: &[(&str, usize)] = &[$(($text, $name)),*];
    };
    (@ $start:expr; $name:ident $len:literal $text:literal, $($rest:tt)*) => {
        #[doc = $text]
        pub(super) const $name: usize = $start;
        groups!(@ $name + $len; $($rest)*);
    };
    (@ $end:expr;) => {
        /// The number of weights.
        pub(super) const COUNT: usize = $end;
    };
}

groups! {
    MATERIAL 5 "Material: pawn, knight, bishop, rook, queen",
    MOBILITY 66 "Squares that no opposing pawn attacks, by number: knight, bishop, rook, queen",
    DANGER 48 "Units of attack on the zone of the opposing king",
    SAFE_CHECKS 4 "Squares to check from safely: knight, bishop, rook, queen",
    SHIELD 64 "Pawn shield by index",
    STORM 8 "Storming pawns by ranks to the king",
    KING_FILES 2 "Open and half-open files at the king",
    WEAK_PAWNS 3 "Doubled, isolated and backward pawns",
    CONNECTED 8 "Pawns beside or defended by another, by rank",
    PASSER 8 "Passers by rank",
    FREE_PASSER 8 "Passers by rank whose next square is empty and not attacked",
    SAFE_PASSER 8 "Passers by rank with no piece and no attacked square on their way",
    PASSER_KING 8 "Own king's distance to the square in front of a passer on its fourth rank or beyond",
    PASSER_OTHER_KING 8 "Opposing king's distance to it",
    RUNNER 2 "Uncatchable passer, rook behind a passer",
    BISHOPS 2 "Two bishops, own pawns on the color of a bishop",
    ROOKS 3 "Rooks on open files, half-open files, the seventh rank",
    OUTPOSTS 3 "Knights and bishops on outposts, trapped knights",
    PAWN_THREATS 8 "Attacked by a pawn: knight to queen, for the side that does not move and the side to move",
    MINOR_THREATS 10 "Attacked by a knight or bishop: pawn to queen, twice",
    ROOK_THREATS 10 "Attacked by a rook: pawn to queen, twice",
    HANGING 10 "Attacked and not defended: pawn to queen, twice",
    THREATENED 6 "Pieces that must move or be defended: one, two, more, twice",
    FORKS 1 "Fork squares",
    PINNED 1 "Pinned pieces",
    CONTROL 2 "Squares in the other half that only one side attacks, squares that both attack",
    WITH_PAWNS 2 "Knights and rooks, for each own pawn",
    TURN 1 "The right to move",
}

/// The number of units of the [network](super::network) in a side's view.
pub(super) const UNITS: usize = 16;

/// The number of stages of the game that the network tells apart.
pub(super) const STAGES: usize = 8;

/// Where the mobility of each kind starts.
pub(super) const MOBILITY_OF: [usize; 4] = [MOBILITY, MOBILITY + 9, MOBILITY + 23, MOBILITY + 38];

/// The most units of attack on a king that have a weight of their own.
pub(super) const MAX_DANGER: usize = SAFE_CHECKS - DANGER - 1;
