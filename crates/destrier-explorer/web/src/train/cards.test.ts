import assert from "node:assert/strict";
import { test } from "node:test";
import { FSRSAlgorithm } from "ts-fsrs";
import { answered, due, merged, readDeck, writeDeck, type Card, type Puzzle } from "./cards.ts";

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

/** Returns the deck after the only card was solved on its day. */
const solved = (deck: readonly Card[]) => answered(deck, fork, true, deck[0]!.due);

const days = (deck: readonly Card[]) => deck.map(({ answered, due }) => (due - answered) / DAY);

test("a position that was missed comes back at once, then later each time it is solved, and sooner after a lapse", () => {
  assert.deepEqual(answered([], fork, true, 0), []);
  let deck = answered([], fork, false, 5);
  assert.deepEqual(due(deck, 5), deck);
  deck = solved(deck);
  assert.deepEqual(days(deck), [1]);
  assert.deepEqual(due(deck, deck[0]!.due - 1), []);
  for (let round = 0; round < 5; round++) {
    const before = days(deck)[0]!;
    deck = solved(deck);
    assert.ok(days(deck)[0]! > before, `${days(deck)[0]} days after ${before}`);
    const { stability } = deck[0]!;
    const remembered = new FSRSAlgorithm({}).forgetting_curve(days(deck)[0]!, stability);
    assert.ok(Math.abs(remembered - 0.9) < 0.02, `${remembered} after ${days(deck)[0]} days`);
  }
  // Who remembers for longer than expected remembers well.
  const [{ due: day }] = deck as [Card];
  assert.ok(days(answered(deck, fork, true, day + 100 * DAY))[0]! > days(solved(deck))[0]!);
  const missed = answered(deck, { ...fork, fen: fork.fen.replace("0 1", "3 9") }, false, day);
  assert.deepEqual(missed.map(({ fen, due }) => [fen, due]), [[fork.fen.replace("0 1", "3 9"), day]]);
  const again = solved(missed);
  assert.ok(days(again)[0]! >= 1 && days(again)[0]! < days(deck)[0]!);
  // The clock was turned back.
  assert.ok(days(answered(deck, fork, true, 0))[0]! >= 1);
});

test("a deck is written and read, and what is not valid is skipped", () => {
  const deck = answered([], fork, false, 5);
  assert.deepEqual(readDeck(writeDeck(deck)), { cards: deck, skipped: 0 });
  const bad = [{ stability: 0 }, { stability: "1" }, { difficulty: 11 }, { due: null }, { fen: 1 }].map((change) => ({ ...deck[0], ...change }));
  assert.deepEqual(readDeck(JSON.stringify({ destrier: "training", version: 2, cards: [...bad, null, deck[0]] })), { cards: deck, skipped: 6 });
  for (const text of ["", "[]", "null", "{}", '{"destrier":"training","version":3,"cards":[]}']) assert.equal(readDeck(text), null);
});

test("cards of the boxes before are taken over with their dates, and go on", () => {
  const cards = [0, 1, 2, 3, 4, 5, "1"].map((box, i) => ({ ...fork, answers: [`b5c${i + 1}`], box, due: 100 * DAY }));
  const { cards: deck, skipped } = readDeck(JSON.stringify({ destrier: "training", version: 1, cards }))!;
  assert.equal(skipped, 2);
  assert.deepEqual(deck.map(({ due }) => due / DAY), [100, 100, 100, 100, 100]);
  assert.deepEqual(days(deck), [0, 1, 3, 7, 21]);
  assert.deepEqual(Object.keys(deck[0]!).sort(), Object.keys(answered([], fork, false, 0)[0]!).sort());
  assert.deepEqual(readDeck(writeDeck(deck)), { cards: deck, skipped: 0 });
  const next = deck.map((card) => days(answered([card], card, true, card.due))[0]!);
  next.forEach((after, box) => assert.ok(after > days(deck)[box]! && after > (next[box - 1] ?? 0), `${next}`));
});

test("of two decks, the last answer counts", () => {
  const old = answered([], fork, false, 5);
  const recent = answered(old, fork, true, 6);
  assert.deepEqual(merged(recent, old), recent);
  assert.deepEqual(merged(old, recent), recent);
  assert.deepEqual(merged([], recent), recent);
});
