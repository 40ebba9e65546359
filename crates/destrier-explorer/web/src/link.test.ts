import assert from "node:assert/strict";
import { test } from "node:test";
import { readLink, writeLink } from "./link.ts";

const state = {
  entry: "moving/shortest-paths",
  fen: "r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1",
  flip: true,
  play: false,
  params: { from: "a1", taboo: "c2,b3", odd: "50 % & more = ü#" },
};

test("a written link reads back unchanged", () => {
  assert.deepEqual(readLink(writeLink(state)), { ...state, complaint: null });
});

test("a link is readable", () => {
  const { odd: _, ...params } = state.params;
  assert.equal(
    writeLink({ ...state, params }),
    "#v1/entry=moving/shortest-paths&fen=r3k2r/8/8/1N6/8/8/8/4K3_w_kq_-_0_1&flip=yes&from=a1&taboo=c2,b3",
  );
});

test("an empty address is not an error", () => {
  assert.equal(readLink(""), null);
  assert.equal(readLink("#"), null);
});

test("a link of another version is read, with a message", () => {
  const linked = readLink("#v7/entry=games&fen=8/8/8/8/8/8/8/8_w_-_-_0_1")!;
  assert.equal(linked.entry, "games");
  assert.match(linked.complaint!, /version 7/);
  assert.match(readLink("#entry=games")!.complaint!, /no version/);
});

test("the message names invalid parts", () => {
  assert.match(readLink("#v1/entry=games&%%%")!.complaint!, /%%%/);
  assert.match(readLink("#v1/entry=%E0%A4%A")!.complaint!, /entry=%E0%A4%A/);
  assert.match(readLink("#v1/entry=games&flip=black")!.complaint!, /flip=black/);
});

test("reads the orientation of the board", () => {
  for (const [text, flip] of [
    ["", false],
    ["&flip=no", false],
    ["&flip=yes", true],
  ] as const) {
    const { flip: read, complaint } = readLink(`#v1/entry=games${text}`)!;
    assert.deepEqual([read, complaint], [flip, null]);
  }
});
