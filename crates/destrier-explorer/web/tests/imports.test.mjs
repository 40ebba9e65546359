/** The source files import each other in one direction. */

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const SOURCES = fileURLToPath(new URL("../src", import.meta.url));

/** Returns the first circle in a graph as a list of names, or null. */
function circle(graph) {
  const done = new Set();
  const visit = (name, path) => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (done.has(name)) return null;
    for (const next of graph.get(name) ?? []) {
      const found = visit(next, [...path, name]);
      if (found) return found;
    }
    done.add(name);
    return null;
  };
  for (const name of graph.keys()) {
    const found = visit(name, []);
    if (found) return found;
  }
  return null;
}

test("no circle of imports", () => {
  assert.deepEqual(circle(new Map([["a", ["b", "c"]], ["b", ["c"]], ["c", ["b"]]])), ["b", "c", "b"]);
  const graph = new Map();
  for (const file of readdirSync(SOURCES, { recursive: true }).filter((file) => /\.tsx?$/.test(file))) {
    const imports = [...readFileSync(join(SOURCES, file), "utf8").matchAll(/^(?:import|export|\}) [^;]*?from "(\.[^"]+)";/gm)];
    graph.set(file, imports.map(([, path]) => normalize(join(dirname(file), path))));
  }
  assert.ok(graph.size > 60 && [...graph.values()].flat().length > 200, `${graph.size} files`);
  assert.equal(circle(graph), null);
});
