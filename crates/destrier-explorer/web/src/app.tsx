/** The page: bar, menu, board and panel. */

import { useEffect, useRef, useState } from "preact/hooks";
import { Board } from "./board/board.tsx";
import { useDrop } from "./drop.ts";
import { useDisplay } from "./display.tsx";
import { FenField } from "./fen.tsx";
import { getLibrary, useLibrary } from "./games/library.ts";
import { fenOf } from "./games/open-game.ts";
import { Player } from "./games/players.tsx";
import { GameStage } from "./games/stage.tsx";
import { Help, toggleHelp } from "./help.tsx";
import { Bar } from "./judge/bar.tsx";
import { handleKey, keepKeys, stepBoard } from "./keys.ts";
import { address } from "./link.ts";
import { Menu, viewOf } from "./menu.tsx";
import { tell, useMessage } from "./messages.ts";
import { Copy } from "./panels/controls.tsx";
import { focusTitle } from "./panels/heading.tsx";
import { choose, useAppState, type State } from "./state.ts";
import { getSession, useSession } from "./train/session.ts";
import { ThemeButton } from "./theme.tsx";
import { Toolbar } from "./toolbar.tsx";
import { readable } from "./words.ts";

export function App() {
  const state = useAppState();
  // The scenes of Games and Train depend on the open game, the filter and the session.
  useLibrary((library) => library?.open);
  useLibrary((library) => library?.filter);
  const session = useSession();
  const { bar } = useDisplay();
  const [menu, openMenu] = useState(false);
  const closeMenu = () => openMenu(false);
  const file = useLibrary((library) => library?.name);
  useEffect(closeMenu, [file]);
  const dropping = useDrop();
  useEffect(() => {
    document.addEventListener("keydown", handleKey);
    keepKeys();
    return () => document.removeEventListener("keydown", handleKey);
  }, []);
  const view = viewOf(state.entry)!;
  const games = state.entry === "games";
  const flip = state.entry === "train" && session !== null ? session.flip : state.flip;
  const [top, bottom] = flip ? (["w", "b"] as const) : (["b", "w"] as const);
  return (
    <div
      class="page"
      data-view={state.entry}
      data-session={session !== null ? "yes" : undefined}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !menu) return;
        closeMenu();
        document.querySelector<HTMLElement>(".menu-button")!.focus();
      }}
    >
      <a class="skip hidden" href="#details" onClick={(event) => {
        // The address holds the state, so the link must not change it.
        event.preventDefault();
        focusTitle();
      }}>
        Skip to the details
      </a>
      <header class="bar">
        <h1>
          <svg viewBox="0 0 40 40" aria-hidden="true">
            <use href="#wn" />
          </svg>
          Destrier
        </h1>
        <nav class="places" aria-label="Main">
          <Place entry="games" state={state} closeMenu={closeMenu}>
            Games
          </Place>
          <Place entry="train" state={state} closeMenu={closeMenu}>
            Train
          </Place>
        </nav>
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
          <Copy text={address} what="link to this page" test="copy-link">
            <span class="long">Copy </span>
            <span>link</span>
          </Copy>
          <button type="button" class="keys-button" aria-label="Keys" title="Keys" data-test="keys" onClick={toggleHelp}>
            ?
          </button>
          <ThemeButton />
        </div>
      </header>
      <Message />
      <Menu state={state} open={menu} close={closeMenu} />
      <main>
        <section class="stage" aria-label="Board">
          <p class="now-shown" aria-hidden="true">{readable(view.title)}</p>
          <div class="board-place">
            {games && <Player side={top} />}
            <Board scene={view.scene(state)} entry={state.entry} flip={flip} beside={bar && <Chances state={state} flip={flip} />} wheel={stepBoard} />
            {games && <Player side={bottom} />}
          </div>
          {view.hasPosition && <FenField state={state} />}
          {games ? <GameStage state={state} /> : <Toolbar state={state} hasPosition={view.hasPosition} changes={state.entry !== "train"} flip={flip} />}
        </section>
        <section class="panel" id="details" aria-label="Details" data-test="panel">
          <view.Panel key={state.entry} state={state} />
        </section>
      </main>
      <Help />
      {dropping && (
        <div class="drop-here" data-test="drop-here">
          <p>Drop a PGN or FEN here</p>
        </div>
      )}
    </div>
  );
}

/** The winning chances in the game or, once it is solved, in the position of the training. */
function Chances({ state, flip }: { state: State; flip: boolean }) {
  const [open, session] = [getLibrary()?.open, getSession()];
  // Before the solution, keep its place, so that the board keeps its size.
  if (state.entry === "train" && session) return session.solution ? <Bar fen={session.fen} ofFile={null} flip={flip} /> : <div class="chances" />;
  const ply = open?.view.plies[open.ply];
  if (state.entry !== "games" || !open || !ply) return null;
  return <Bar fen={fenOf(open)} ofFile={open.line === null ? ply.chances : null} flip={flip} />;
}

/** A place in the bar. */
function Place({ entry, state, closeMenu, children }: { entry: string; state: State; closeMenu(): void; children: string }) {
  return (
    <button
      type="button"
      aria-current={state.entry === entry ? "page" : undefined}
      data-test={`place-${entry}`}
      onClick={() => {
        choose(entry);
        closeMenu();
        focusTitle();
      }}
    >
      {children}
    </button>
  );
}

function Message() {
  const message = useMessage();
  const bar = useRef<HTMLDivElement>(null);
  // The reader may have scrolled down.
  useEffect(() => bar.current?.scrollIntoView({ block: "nearest" }), [message]);
  if (message === null) return null;
  return (
    <div ref={bar} class="message" role="alert" data-test="message">
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
