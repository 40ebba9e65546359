/** The page: bar, menu, board and panel. */

import { useEffect, useState } from "preact/hooks";
import { address } from "./address.ts";
import { Board } from "./board/board.tsx";
import { useDrop } from "./drop.ts";
import { FenField } from "./fen.tsx";
import { getLibrary, goToPly, step, useLibrary } from "./games/library.ts";
import { GameStage } from "./games/stage.tsx";
import { Menu, viewOf } from "./menu.tsx";
import { tell, useMessage } from "./messages.ts";
import { Copy } from "./panels/controls.tsx";
import { focusTitle } from "./panels/heading.tsx";
import { getState, redo, undo, useAppState } from "./state.ts";
import { ThemeButton } from "./theme.tsx";
import { Toolbar } from "./toolbar.tsx";
import { isText } from "./typing.ts";
import { readable } from "./words.ts";

export function App() {
  const state = useAppState();
  // The scene of Games depends on the open game and the filter.
  useLibrary((library) => library?.open);
  useLibrary((library) => library?.filter);
  const [menu, openMenu] = useState(false);
  const dropping = useDrop();
  useEffect(() => {
    document.addEventListener("keydown", keys);
    return () => document.removeEventListener("keydown", keys);
  }, []);
  const view = viewOf(state.entry)!;
  const games = state.entry === "games";
  return (
    <div class="page" data-view={state.entry}>
      <header class="bar">
        <h1>
          <svg viewBox="0 0 40 40" aria-hidden="true">
            <use href="#wn" />
          </svg>
          Destrier <span>explorer</span>
        </h1>
        <p class="what">Move the pieces to find knight and king patterns.</p>
        <button
          type="button"
          class="menu-button"
          aria-expanded={menu}
          aria-controls="menu"
          data-test="menu-button"
          onClick={() => openMenu(!menu)}
        >
          Menu
        </button>
        <div class="row end">
          <Copy text={address()} what="link to this page" test="copy-link">
            Copy link
          </Copy>
          <ThemeButton />
        </div>
      </header>
      <Message />
      <Menu state={state} open={menu} close={() => openMenu(false)} />
      <main>
        <section class="stage" aria-label="Board">
          <p class="now-shown" aria-hidden="true">{readable(view.title)}</p>
          <Board scene={view.scene(state)} entry={state.entry} flip={state.flip} />
          {view.hasPosition && <FenField state={state} />}
          {games ? <GameStage state={state} /> : <Toolbar state={state} hasPosition={view.hasPosition} changes />}
        </section>
        <section class="panel" aria-label="Details" data-test="panel">
          <view.Panel key={state.entry} state={state} />
        </section>
      </main>
      {dropping && (
        <div class="drop-here" data-test="drop-here">
          <p>Drop a PGN or FEN here</p>
        </div>
      )}
    </div>
  );
}

function Message() {
  const message = useMessage();
  if (message === null) return null;
  return (
    <div class="message" role="alert" data-test="message">
      <p>{message}</p>
      <button
        type="button"
        data-test="close-message"
        onClick={() => {
          tell(null);
          focusTitle();
        }}
      >
        Close
      </button>
    </div>
  );
}

/** Handles the keys that work everywhere except in text fields. */
function keys(event: KeyboardEvent): void {
  if (isText(event.target) || event.altKey) return;
  if (event.ctrlKey || event.metaKey) {
    if (getState().entry === "games") return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) undo();
    else if (key === "y" || key === "z") redo();
    else return;
  } else if (event.key.startsWith("Arrow") && event.target instanceof HTMLInputElement) {
    // Arrow keys move the slider or the choice that has the focus.
    return;
  } else if (getState().entry === "games" && getLibrary() !== null) {
    const ply = getLibrary()?.open?.ply ?? 0;
    const key = event.key.toLowerCase();
    if (key === "n" || key === "j") step(1);
    else if (key === "p" || key === "k") step(-1);
    else if (key === "arrowright") goToPly(ply + 1);
    else if (key === "arrowleft") goToPly(ply - 1);
    else return;
  } else {
    return;
  }
  event.preventDefault();
}

