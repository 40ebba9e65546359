import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameView, Ply } from "../engine.ts";
import { MAX_LENGTH, gameParams, lichessAddress, pgnOf, unreadShared } from "./share.ts";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const ply = (san: string | null, evaluation: string | null = null): Ply => ({ fen: START, san, uci: null, clock: null, eval: evaluation, chances: null });
const game = (plies: Ply[], tags: [string, string][], link: string | null = null): GameView => ({ tags, link, plies, findings: [], damage: null });

test("a game in a link becomes the same game as PGN", () => {
  const view = game([ply("e4"), ply("e5", "0.20"), ply("Qh5+", "-1.50"), ply(null, "#-4")], [["White", 'A "B" C'], ["Result", "0-1"], ["Event", "?"]]);
  const params = gameParams(view);
  assert.equal(params.moves, "e4_e5_Qh5");
  assert.equal(params.evals, "_0.2_-1.5_#-4");
  assert.deepEqual(unreadShared({ ...params, ply: "2", finding: "0.e2e4", show: "all" }), []);
  assert.equal(pgnOf(params), '[White "A \\"B\\" C"]\n[Result "0-1"]\n\ne4 {[%eval 0.2]} e5 {[%eval -1.5]} Qh5 {[%eval #-4]} 0-1\n');
});

test("a link to a long game leaves out what is missed least", () => {
  const plies = Array.from({ length: 200 }, () => ply("Nbxd7+", "-12.34"));
  const params = gameParams(game([...plies, ply(null)], [["White", "x".repeat(500)], ["Opening", "y".repeat(60)]]));
  assert.equal(params.moves!.split("_").length, 200);
  assert.equal(params.evals, undefined);
  assert.ok(new URLSearchParams(params).toString().length < MAX_LENGTH);
});

test("what is not valid in a link is named", () => {
  const bad = { moves: "e4_<b>", evals: "x", ply: "-1", show: "none", odd: "1", white: "Ann" };
  assert.deepEqual(unreadShared(bad), ["moves", "evals", "ply", "show", "odd"]);
  assert.equal(pgnOf({}), null);
});

test("a position opens on Lichess in its game, or else on the analysis board", () => {
  const plies = [ply("e4"), ply("e5"), ply(null)];
  assert.equal(lichessAddress(game(plies, [], "https://lichess.org/a4tbbtaa"), 2, true), "https://lichess.org/a4tbbtaa/black#2");
  assert.equal(lichessAddress(game(plies, []), 1, false), "https://lichess.org/analysis/pgn/e4_e5?color=white#1");
  const other = [{ ...ply(null), fen: "4k3/8/8/8/8/8/8/4K3 w - - 0 1" }];
  assert.equal(lichessAddress(game(other, []), 0, false), "https://lichess.org/analysis/standard/4k3/8/8/8/8/8/8/4K3_w_-_-_0_1?color=white");
});
