import assert from "node:assert/strict";
import { test } from "node:test";
import { DAYS, answered, due, merged, readDeck, writeDeck, type Puzzle } from "./cards.ts";

const DAY = 24 * 60 * 60 * 1000;
const fork: Puzzle = {
  fen: "q3k3/8/8/1N6/8/8/8/4K3 w - - 0 1",
  before: null,
  answers: ["b5c7"],
  line: ["b5c7", "e8d7", "c7a8"],
  pattern: "knight-fork",
  title: "A – B, move 1",
  link: null,
  words: null,
};

test("a position that was missed comes back later each time it is solved, until it is learned", () => {
  assert.deepEqual(answered([], fork, true, 0), []);
  let deck = answered([], fork, false, 5);
  assert.deepEqual(due(deck, 5), deck);
  for (const days of DAYS.slice(1)) {
    deck = answered(deck, fork, true, 0);
    assert.equal(deck[0]!.due, days * DAY);
    assert.deepEqual(due(deck, days * DAY - 1), []);
  }
  const missed = answered(deck, { ...fork, fen: fork.fen.replace("0 1", "3 9") }, false, 7);
  assert.deepEqual(missed.map(({ box, due }) => [box, due]), [[0, 7]]);
  assert.deepEqual(answered(deck, fork, true, 0), []);
});

test("a deck is written and read, and what is not valid is skipped", () => {
  const deck = answered([], fork, false, 5);
  assert.deepEqual(readDeck(writeDeck(deck)), { cards: deck, skipped: 0 });
  const bad = { ...deck[0], box: 9 };
  assert.deepEqual(readDeck(JSON.stringify({ destrier: "training", version: 1, cards: [bad, null, deck[0]] })), { cards: deck, skipped: 2 });
  for (const text of ["", "[]", "null", "{}", '{"destrier":"training","version":2,"cards":[]}']) assert.equal(readDeck(text), null);
});

test("of two decks, the lower box counts", () => {
  const low = answered([], fork, false, 5);
  const high = answered(low, fork, true, 5);
  assert.deepEqual(merged(high, low), low);
  assert.deepEqual(merged(low, high), low);
  assert.deepEqual(merged([], high), high);
});
