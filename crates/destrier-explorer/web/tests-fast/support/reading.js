// The tests inject this into every page as `reading`, to read the document.

globalThis.reading = {
  /** Returns the pieces by square, from the labels for screen readers. */
  pieces() {
    const pieces = {};
    for (const cell of document.querySelectorAll("[data-cell]")) {
      const [square, piece] = cell.getAttribute("aria-label").split(", ");
      if (piece !== "empty") pieces[square] = piece;
    }
    return pieces;
  },

  /** Returns everything drawn: pieces by name, squares by role, starting with a1, numbers, arrows. */
  board() {
    const place = (square) => square.charCodeAt(0) + 8 * square.charCodeAt(1);
    const marks = { reason: [], place: [], move: [], target: [] };
    for (const { dataset } of document.querySelectorAll(".overlay .mark[data-role]")) marks[dataset.role].push(dataset.square);
    for (const squares of Object.values(marks)) squares.sort((a, b) => place(a) - place(b));
    const numbers = {};
    for (const { dataset } of document.querySelectorAll(".overlay .number[data-number]")) {
      numbers[dataset.square] = Number(dataset.number);
    }
    const arrows = [...document.querySelectorAll(".overlay .arrow[data-from]")].map(
      ({ dataset: { from, to, role } }) => `${from}-${to} ${role}`,
    );
    return { pieces: reading.pieces(), marks, numbers, arrows: arrows.sort() };
  },

  /** Returns the contents of a pattern's or a value's panel. */
  panel() {
    return {
      sets: [...document.querySelectorAll('[data-test="set"]')].map(({ dataset }) => dataset.set),
      findings: [...document.querySelectorAll('[data-test="finding"]')].map((finding) => ({
        where: finding.querySelector("b").textContent,
        side: finding.querySelector(".side").textContent.toLowerCase(),
        classes: [...finding.querySelectorAll(".tag")].map((tag) => tag.textContent),
        words: finding.querySelector('[data-test="words"]').textContent,
      })),
      white: document.querySelector('[data-test="value-white"]')?.textContent,
      black: document.querySelector('[data-test="value-black"]')?.textContent,
    };
  },

  /** Pastes positions into the FEN field, and reads what the page shows for each. */
  async each(positions) {
    const seen = [];
    const field = document.querySelector('[data-test="fen"]');
    for (const { fen, pieces, turn } of positions) {
      const expected = JSON.stringify(Object.entries(pieces).sort());
      const isShown = () =>
        document.querySelector('[data-test="turn"]').dataset.turn === turn &&
        JSON.stringify(Object.entries(reading.pieces()).sort()) === expected;
      field.value = fen;
      field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }));
      const end = performance.now() + 5000;
      do {
        await new Promise((on) => setTimeout(on));
        if (performance.now() > end) throw new Error(`the board does not show ${fen}`);
      } while (!isShown());
      seen.push({ ...reading.board(), ...reading.panel() });
    }
    return seen;
  },
};
