/** The pattern language on one screen. */

import { useRef } from "preact/hooks";
import { registry } from "../state.ts";
import { withSides } from "../words.ts";

type Row = readonly [code: string, meaning: string];

const LANGUAGE: readonly (readonly [title: string, rows: readonly Row[]])[] = [
  [
    "Statements",
    [
      ['pattern NAME "TEXT"', "begins a pattern; the text is what a player reads. It may be left out"],
      ["move KIND, …", "finds legal moves of these pieces, such as knight; of all without a kind"],
      ["standing", "finds positions instead, for both sides"],
      ["where CONDITION", "must be true; several must all be"],
      ["NAME = …", "names a set. targets are drawn; square is where a standing pattern is"],
      ["mirror", "also tries the board with the files a to h in reverse"],
      ['then "MOVE", …', "in games: these moves follow. * is any move, Q* any move of a queen"],
      ['example "FEN" "MOVES"', "the pattern is there; checked while you write"],
      ['except "FEN" "MOVES"', "the pattern is not there"],
    ],
  ],
  [
    "Pieces and squares",
    [
      ["us them", "the side with the pattern, which moves up the board, and its opponent"],
      ["pawns knights bishops rooks queens kings", "of both sides: us & rooks are ours"],
      ["occupied empty all none unmoved", "squares; unmoved pieces have not moved since the start"],
      ["e4 file(c) file(c..f) rank(7) light dark", "squares as White sees them"],
      ["from to captured castles square", "of the move; square is to"],
      ["last_from last_to last_captured", "of the move before"],
    ],
  ],
  [
    "Combine",
    [
      ["& | - ~", "and, or, without, not: of sets"],
      ["= != < <= > >= in + - *", "compare and count; A in B: all of A are in B"],
      ["and or not no", "of conditions; a set is true if it has a square"],
      ["any x in S: every x in S:", "true for one square, for all squares of S"],
      ["{x in S: CONDITION}", "the squares of S for which it is true"],
      ["after(E)", "E in the position after the move"],
    ],
  ],
  [
    "Attacks",
    [
      ["attacks(S) attackers(S)", "squares that pieces on S attack; pieces that attack S"],
      ["defended(us) undefended(them) pinned(us)", "pieces that their side protects, does not, pinned ones"],
      ["between(A, B) behind(A, B)", "squares between; beyond B as seen from A"],
      ["can_capture(S) checkers check mate stalemate", "of the side to move"],
      ["knight_attacks(S) king_attacks(S) pawn_attacks(us, S)", "whatever stands on S"],
      ["rook_attacks(S) bishop_attacks(S) queen_attacks(S)", "whatever stands on S"],
      ["king_zone(us) king_escapes(us) king_reach(us) king_lines(us)", "around the king"],
      ["passers(us) uncatchable(us) knight_outposts(us) forking_knights(us)", "pawns and knights"],
    ],
  ],
  [
    "Numbers",
    [
      ["count(S) value(S)", "pieces or squares; pawn 1, knight and bishop 3, rook 5, queen 9, king 100"],
      ["distance(A, B) knight_distance(A, B)", "in moves of a king, of a knight"],
      ["replies ply turn(us) true false", "legal moves; plies since the start; who is to move"],
      ["shield_index(us)", "of the pawns before the king; -1 if it is absent"],
    ],
  ],
  [
    "Directions",
    [
      ["north(S) south(S) east(S) west(S)", "one step"],
      ["north_fill(S) south_fill(S) east_fill(S) west_fill(S)", "to the edge of the board"],
      ["file_fill(S) rank_fill(S) front_span(us, S) passer_span(us, S)", "files, ranks; ahead of pawns"],
      ["knight_fill(S, N) king_fill(S, N) fork_squares(S, N)", "reached in N moves; attack N of S"],
    ],
  ],
];

/** Returns what a word means. Empty if the help does not say. */
export function meaningOf(word: string): string {
  const isIn = ([code]: Row) => code.split(/[^a-z_]+/).includes(word);
  const explained = LANGUAGE.flatMap(([, rows]) => rows).find(isIn)?.[1];
  return explained ?? withSides(registry().values.find(({ name }) => name === word)?.definition ?? "", "both");
}

export function LanguageHelp() {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <button type="button" data-test="open-language" onClick={() => dialog.current!.showModal()}>
        The language
      </button>
      <dialog
        ref={dialog}
        class="help language"
        aria-labelledby="language-title"
        data-test="language"
        onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
      >
        <div class="help-content">
          <div class="row between">
            <h2 id="language-title">The pattern language</h2>
            <button type="button" class="main" onClick={() => dialog.current!.close()}>
              Close
            </button>
          </div>
          <div class="groups">
            <Groups />
          </div>
        </div>
      </dialog>
    </>
  );
}

function Groups() {
  return (
    <>
      {LANGUAGE.map(([title, rows]) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl>
            {rows.map(([code, meaning]) => (
              <div key={code}>
                <dt>
                  <code>{code}</code>
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}
