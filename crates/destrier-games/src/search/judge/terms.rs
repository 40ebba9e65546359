//! The terms of the evaluation: where the weights of each stand in the table.

/// Material: pawn, knight, bishop, rook, queen.
pub(super) const MATERIAL: usize = 0;

/// Squares of the six kinds of piece, on the a- to d-file as seen by their side; the other half mirrors them.
pub(super) const SQUARES: usize = MATERIAL + 5;

/// Reachable squares of knights, bishops, rooks and queens that no opposing pawn attacks.
pub(super) const MOBILITY: usize = SQUARES + 6 * 32;

/// Where the mobility of each kind starts.
pub(super) const MOBILITY_OF: [usize; 4] = [MOBILITY, MOBILITY + 9, MOBILITY + 23, MOBILITY + 38];

/// Attacks on the zone of the opposing king, in units: see `DANGER_OF`.
pub(super) const DANGER: usize = MOBILITY + 66;

/// The number of weights for attacks on a king; more units count as the last.
pub(super) const MAX_DANGER: usize = 47;

/// Squares from which knights, bishops, rooks and queens can check safely.
pub(super) const SAFE_CHECKS: usize = DANGER + MAX_DANGER + 1;

/// The pawn shield, by its index.
pub(super) const SHIELD: usize = SAFE_CHECKS + 4;

/// The pawns that storm the opposing king, by the number of ranks to it.
pub(super) const STORM: usize = SHIELD + 64;

/// Open and half-open files at the own king.
pub(super) const KING_FILES: usize = STORM + 8;

/// Doubled, isolated and backward pawns.
pub(super) const WEAK_PAWNS: usize = KING_FILES + 2;

/// Pawns beside or defended by another, by rank.
pub(super) const CONNECTED: usize = WEAK_PAWNS + 3;

/// Passers by rank.
pub(super) const PASSER: usize = CONNECTED + 8;

/// Passers by rank whose next square is empty and not attacked.
pub(super) const FREE_PASSER: usize = PASSER + 8;

/// Passers by rank with no piece and no attacked square on their way.
pub(super) const SAFE_PASSER: usize = FREE_PASSER + 8;

/// The distance of the own king to the square in front of a passer on its fourth rank or beyond.
pub(super) const PASSER_KING: usize = SAFE_PASSER + 8;

/// The distance of the opposing king to it.
pub(super) const PASSER_OTHER_KING: usize = PASSER_KING + 8;

/// A passer that the king cannot catch, and a rook behind a passer.
pub(super) const RUNNER: usize = PASSER_OTHER_KING + 8;

/// Two bishops; own pawns on the color of a bishop.
pub(super) const BISHOPS: usize = RUNNER + 2;

/// Rooks on an open file, on a half-open file and on the seventh rank.
pub(super) const ROOKS: usize = BISHOPS + 2;

/// Knights and bishops on outposts, and trapped knights.
pub(super) const OUTPOSTS: usize = ROOKS + 3;

/// Pieces from knight to queen that a pawn attacks, for the side to move after the other.
pub(super) const PAWN_THREATS: usize = OUTPOSTS + 3;

/// Pieces from pawn to queen that a knight or bishop attacks, in the same order.
pub(super) const MINOR_THREATS: usize = PAWN_THREATS + 2 * 4;

/// Pieces from pawn to queen that a rook attacks.
pub(super) const ROOK_THREATS: usize = MINOR_THREATS + 2 * 5;

/// Attacked pieces that are not defended, from pawn to queen.
pub(super) const HANGING: usize = ROOK_THREATS + 2 * 5;

/// The number of pieces that must move or be defended: one, two, more.
pub(super) const THREATENED: usize = HANGING + 2 * 5;

/// Squares from which a knight can fork.
pub(super) const FORKS: usize = THREATENED + 2 * 3;

/// Pinned pieces.
pub(super) const PINNED: usize = FORKS + 1;

/// Attacked squares that the other side does not attack, in its half, and squares that both attack.
pub(super) const CONTROL: usize = PINNED + 1;

/// Knights and rooks, for each own pawn.
pub(super) const WITH_PAWNS: usize = CONTROL + 2;

/// The right to move.
pub(super) const TURN: usize = WITH_PAWNS + 2;

/// Own pieces, then opposing ones, from pawn to queen, by how many files and ranks they stand away from the own king.
pub(super) const FROM_KING: usize = TURN + 1;

/// The number of weights.
pub(super) const COUNT: usize = FROM_KING + 2 * 5 * 8 * 15;

/// Names of the groups and where each starts, to write the table of weights.
pub(super) const GROUPS: [(&str, usize); 29] = [
    ("Material: pawn, knight, bishop, rook, queen", MATERIAL),
    ("Squares, rank by rank, a- to d-file: pawn, knight, bishop, rook, queen, king", SQUARES),
    ("Mobility: knight, bishop, rook, queen", MOBILITY),
    ("Units of attack on the king's zone", DANGER),
    ("Safe checks: knight, bishop, rook, queen", SAFE_CHECKS),
    ("Pawn shield by index", SHIELD),
    ("Storming pawns by distance", STORM),
    ("Open and half-open files at the king", KING_FILES),
    ("Doubled, isolated and backward pawns", WEAK_PAWNS),
    ("Connected pawns by rank", CONNECTED),
    ("Passers by rank", PASSER),
    ("Free passers by rank", FREE_PASSER),
    ("Passers with a safe way by rank", SAFE_PASSER),
    ("Own king's distance to a passer", PASSER_KING),
    ("Opposing king's distance to a passer", PASSER_OTHER_KING),
    ("Uncatchable passer, rook behind a passer", RUNNER),
    ("Two bishops, own pawns on the color of a bishop", BISHOPS),
    ("Rooks on open files, half-open files, the seventh rank", ROOKS),
    ("Knights and bishops on outposts, trapped knights", OUTPOSTS),
    (
        "Attacked by a pawn: knight to queen, for the side that does not move and the side to move",
        PAWN_THREATS,
    ),
    ("Attacked by a knight or bishop: pawn to queen, twice", MINOR_THREATS),
    ("Attacked by a rook: pawn to queen, twice", ROOK_THREATS),
    ("Attacked and not defended: pawn to queen, twice", HANGING),
    ("Threatened pieces: one, two, more, twice", THREATENED),
    ("Fork squares", FORKS),
    ("Pinned pieces", PINNED),
    ("Squares that only one side attacks, squares that both attack", CONTROL),
    ("Knights and rooks for each own pawn; the right to move", WITH_PAWNS),
    ("Own pieces by kind, files from the king, ranks from -7 to 7; opposing pieces", FROM_KING),
];
