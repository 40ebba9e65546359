//! The weights of the evaluation.
//!
//! `examples/judge_weights.rs` fitted them, with those in `network.bin`, to 4064906 positions that the judge
//! evaluates in its searches: of missed chances, and of positions with patterns, three in five of these changed by
//! random moves. They are from three in four of the games of human players in Debian's gnuchess-book 1.02.
//! Stockfish 15.1 evaluated them, without a search.

use super::terms::{COUNT, STAGES, UNITS};

/// The weights of all terms, in the order of [`terms`](super::terms), in centipawns: for the middlegame and the
/// endgame.
#[rustfmt::skip]
pub(super) const WEIGHTS: [[i16; 2]; COUNT] = [
    // Material: pawn, knight, bishop, rook, queen
    [64, 98], [325, 281], [391, 349], [419, 588], [797, 920],
    // Squares that no opposing pawn attacks, by number: knight, bishop, rook, queen
    [-16, -17], [-20, -26], [-10, -11], [-2, -3], [5, 1], [10, 6], [13, 6], [17, 6], [23, 2], [-55, -63],
    [-41, -49], [-32, -41], [-26, -32], [-21, -27], [-17, -23], [-15, -21], [-14, -19], [-12, -20],
    [-9, -23], [-6, -25], [-0, -31], [4, -37], [-8, -23], [-50, -63], [-38, -51], [-32, -41], [-25, -40],
    [-23, -34], [-18, -33], [-15, -30], [-13, -29], [-11, -26], [-9, -23], [-7, -22], [-6, -21], [-4, -20],
    [-2, -20], [-3, -22], [-65, -128], [-57, -104], [-54, -106], [-50, -91], [-46, -83], [-42, -74],
    [-41, -64], [-37, -63], [-34, -59], [-32, -54], [-30, -47], [-27, -46], [-26, -40], [-24, -36],
    [-22, -33], [-21, -29], [-20, -28], [-17, -26], [-17, -24], [-13, -24], [-11, -23], [-15, -18],
    [-6, -27], [-0, -28], [-4, -19], [-1, -22], [77, -60], [11, -29],
    // Units of attack on the zone of the opposing king
    [-48, 12], [-51, 6], [-53, 4], [-47, 1], [-48, 1], [-47, -1], [-47, -2], [-47, -0], [-46, 2], [-45, 1],
    [-43, 0], [-41, -0], [-39, -1], [-34, -2], [-31, -4], [-26, -6], [-21, -10], [-17, -8], [-11, -9],
    [-5, -15], [3, -18], [11, -22], [19, -30], [27, -31], [30, -32], [42, -44], [52, -57], [64, -59],
    [69, -72], [81, -83], [85, -82], [96, -101], [115, -124], [116, -132], [139, -154], [153, -182],
    [183, -243], [194, -239], [212, -304], [170, -209], [211, -314], [192, -294], [268, -359], [282, -444],
    [167, -313], [286, -329], [288, -425], [521, -785],
    // Squares to check from safely: knight, bishop, rook, queen
    [42, 14], [21, 28], [34, 15], [26, 8],
    // Pawn shield by index
    [-23, 13], [-14, 5], [2, 7], [9, -2], [-9, 4], [-11, 1], [5, -12], [9, -36], [-20, 13], [-29, 3], [3, 8],
    [-4, -22], [-2, 2], [-15, -5], [6, -12], [-17, -6], [-11, 12], [13, -3], [2, -18], [6, -30], [4, 3],
    [22, -8], [10, -58], [25, -96], [-31, 21], [7, -5], [-21, 10], [46, -54], [5, -8], [9, -2], [-51, -45],
    [0, 0], [-16, 10], [-2, 6], [14, -2], [14, -15], [-7, -23], [4, -20], [-18, -14], [13, -112], [-24, 6],
    [-12, 2], [14, -7], [-13, 54], [-5, -25], [17, -149], [-39, -0], [0, 0], [-16, -0], [10, -6], [2, -22],
    [-137, 54], [-13, 32], [33, -13], [-185, -56], [0, 0], [-25, -15], [38, -66], [-13, 101], [0, 0],
    [-6, 13], [60, -16], [0, 0], [0, 0],
    // Storming pawns by ranks to the king
    [-12, -10], [13, -27], [10, 5], [-7, -1], [-13, -2], [-18, 2], [-18, 4], [0, 0],
    // Open and half-open files at the king
    [-17, 7], [-11, 19],
    // Doubled, isolated and backward pawns
    [-2, -14], [-4, -6], [-5, -5],
    // Pawns beside or defended by another, by rank
    [0, 0], [3, -0], [8, 5], [12, 7], [20, 11], [19, 47], [35, 78], [0, 0],
    // Passers by rank
    [0, 0], [1, 1], [1, 6], [-0, 3], [8, 24], [8, 45], [7, 119], [0, 0],
    // Passers by rank whose next square is empty and not attacked
    [0, 0], [2, 2], [1, -1], [6, -0], [6, 13], [19, 37], [-4, 141], [0, 0],
    // Passers by rank with no piece and no attacked square on their way
    [0, 0], [-35, 22], [-12, 14], [-33, 25], [-42, 38], [-59, 82], [-5, 136], [0, 0],
    // Own king's distance to the square in front of a passer on its fourth rank or beyond
    [-18, 56], [-47, 71], [-12, 34], [-6, 11], [-2, -4], [-2, -11], [2, -15], [20, -30],
    // Opposing king's distance to it
    [-66, -17], [-10, -16], [6, -12], [3, 3], [4, 23], [8, 37], [9, 44], [7, 43],
    // Uncatchable passer, rook behind a passer
    [-2949, 198], [4, 8],
    // Two bishops, own pawns on the color of a bishop
    [12, 32], [-2, -1],
    // Rooks on open files, half-open files, the seventh rank
    [30, 3], [17, 6], [-7, 4],
    // Knights and bishops on outposts, trapped knights
    [18, 11], [24, 6], [-16, -17],
    // Attacked by a pawn: knight to queen, for the side that does not move and the side to move
    [68, 18], [64, 29], [78, 30], [70, 31], [78, 51], [80, 63], [73, 78], [70, 73],
    // Attacked by a knight or bishop: pawn to queen, twice
    [-3, 5], [25, 15], [39, 18], [47, 14], [58, 21], [-2, 2], [22, 21], [40, 22], [48, 23], [60, 41],
    // Attacked by a rook: pawn to queen, twice
    [-2, 5], [15, 8], [20, 11], [-16, -35], [60, 17], [-7, 2], [10, 12], [18, 10], [-16, -40], [50, 67],
    // Attacked and not defended: pawn to queen, twice
    [1, -13], [13, -9], [7, -7], [11, -6], [10, -6], [6, -14], [22, 5], [15, 4], [15, 18], [12, -18],
    // Pieces that must move or be defended: one, two, more, twice
    [-0, 27], [12, 45], [27, 59], [10, 37], [17, 68], [18, 96],
    // Fork squares
    [8, 12],
    // Pinned pieces
    [19, 17],
    // Squares in the other half that only one side attacks, squares that both attack
    [-1, 2], [-2, 3],
    // Knights and rooks, for each own pawn
    [3, 4], [6, -8],
    // The right to move
    [28, 18],
];

/// The values of the network's units without pieces.
#[rustfmt::skip]
pub(super) const BIASES: [i16; UNITS] = [
    19, 12, 24, 17, 15, 12, 13, 12, 18, 11, 12, 15, 23, 15, 29, 8,
];

/// The weights of the units of the side to move and of the other, by stage.
#[rustfmt::skip]
pub(super) const OUTPUTS: [[[i8; UNITS]; 2]; STAGES] = [
    [[
        50, -16, -42, 38, -17, 4, -0, 10, 52, -11, 4, 14, 33, -5, -19, 11,
    ], [
        -23, -9, 23, -10, 40, 34, 12, -10, -48, -25, 27, -3, 23, 16, 19, 4,
    ]],
    [[
        42, -42, -25, 13, -9, -2, -11, -49, 16, 8, -35, 32, 54, -54, -44, -19,
    ], [
        -20, 25, 18, 7, -3, 36, 12, 37, -32, -21, 40, -37, 6, 68, 53, 31,
    ]],
    [[
        47, -54, -17, 22, -17, -21, -23, -57, 4, 36, -39, 29, 64, -55, -42, -37,
    ], [
        -31, 48, 13, -12, 6, 39, 26, 66, -17, -42, 44, -25, -23, 74, 40, 49,
    ]],
    [[
        52, -58, -17, 22, -30, -38, -41, -64, -3, 56, -46, 32, 56, -56, -30, -60,
    ], [
        -39, 52, 18, -15, 24, 43, 43, 74, -9, -64, 54, -29, -29, 69, 37, 64,
    ]],
    [[
        52, -60, -19, 32, -46, -47, -58, -65, -12, 60, -61, 34, 31, -58, -22, -72,
    ], [
        -41, 54, 28, -23, 39, 51, 56, 67, 5, -63, 65, -31, -20, 61, 37, 74,
    ]],
    [[
        55, -61, -26, 40, -53, -59, -67, -61, -32, 55, -66, 35, 5, -54, -19, -85,
    ], [
        -42, 56, 37, -33, 49, 59, 68, 65, 29, -54, 75, -32, 3, 58, 36, 86,
    ]],
    [[
        58, -56, -26, 44, -53, -60, -71, -53, -55, 48, -65, 36, -17, -38, -4, -86,
    ], [
        -39, 50, 38, -41, 58, 60, 75, 60, 43, -47, 77, -33, 22, 52, 28, 81,
    ]],
    [[
        42, -25, -18, 52, -49, -50, -70, -37, -64, 41, -48, 32, -14, -25, 17, -62,
    ], [
        -16, 37, 27, -51, 34, 37, 56, 31, 37, -49, 63, -31, 22, 32, 18, 54,
    ]],
];

/// What is added to them, by stage.
#[rustfmt::skip]
pub(super) const OUTPUT_BIASES: [i32; STAGES] = [
    128, -221, 47, 439, 218, -185, -416, -204,
];
