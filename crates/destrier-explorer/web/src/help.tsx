/** The list of keys. */

import { useEffect, useRef, useState } from "preact/hooks";

const KEYS: readonly (readonly [title: string, keys: readonly (readonly [keys: string, what: string])[]])[] = [
  [
    "Games",
    [
      ["← →", "previous and next move; the mouse wheel on the board does the same"],
      ["Home End", "start and end of the game"],
      ["↑ ↓", "previous and next game of the list"],
      ["L", "the line of the miss on the board; then ← →"],
      ["N P", "next and previous missed chance, from game to game (also J and K)"],
    ],
  ],
  [
    "Board",
    [
      ["F", "flip the board"],
      ["Right-drag", "draw an arrow; right-click draws a circle, a click removes both"],
      ["Enter", "pick up or put down a piece on the square of the cursor"],
      ["Arrow keys", "move the cursor between squares; in a game with Shift"],
      ["Ctrl+Z Ctrl+Y", "undo and redo, where you edit a position"],
    ],
  ],
  [
    "Training",
    [
      ["H", "hint"],
      ["N", "next position, after the solution"],
      ["← →", "step through the solution"],
    ],
  ],
  ["Anywhere", [["Ctrl+V", "paste a FEN or games"], ["?", "this list"]]],
];

let toggle = () => {};

export function toggleHelp(): void {
  toggle();
}

export function Help() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);
  toggle = () => setOpen(!open);
  useEffect(() => {
    if (open) dialog.current!.showModal();
    else dialog.current!.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      class="help"
      aria-labelledby="help-title"
      data-test="help"
      onClose={() => setOpen(false)}
      onClick={(event) => event.target === event.currentTarget && setOpen(false)}
      onKeyDown={(event) => {
        if (event.key === "?") setOpen(false);
      }}
    >
      <div class="help-content">
        <h2 id="help-title">Keys</h2>
        {KEYS.map(([title, keys]) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(([key, what]) => (
                <div key={key}>
                  <dt>
                    {(/^(Right-drag|Arrow keys)$/.test(key) ? [key] : key.split(" ")).map((one) => (
                      <kbd key={one}>{one}</kbd>
                    ))}
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <button type="button" class="main" data-test="close-help" onClick={() => setOpen(false)}>
          Close
        </button>
      </div>
    </dialog>
  );
}
