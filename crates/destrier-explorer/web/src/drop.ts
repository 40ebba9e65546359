/** Handles files and text dropped or pasted anywhere on the page. */

import { useEffect, useState } from "preact/hooks";
import { isProblem, position } from "./engine.ts";
import { openFile, openText } from "./games/loading.ts";
import { viewOf } from "./menu.tsx";
import { tell } from "./messages.ts";
import { changed, choose, edit, getState, showParams } from "./state.ts";
import { isText } from "./typing.ts";

/** The entry that shows a dropped position if the current one does not. */
const FIRST_POSITION = "pattern/knight-fork";

/** Whether the page handles the drag: a file or text, but not a link. Text fields handle text themselves. */
function isTaken({ dataTransfer, target }: DragEvent): boolean {
  const types = dataTransfer?.types ?? [];
  if (types.includes("Files")) return true;
  return types.includes("text/plain") && !types.includes("text/uri-list") && !isText(target);
}

/** Handles files and text that the user dropped or pasted. */
function take(data: DataTransfer): void {
  const text = data.getData("text/plain").trim();
  if (data.files.length > 0) takeFiles(data);
  else if (text !== "") takeText(text);
}

function takeFiles({ items, files }: DataTransfer): void {
  const file = files[0];
  if (file === undefined) return;
  if (items[0]?.webkitGetAsEntry?.()?.isDirectory) {
    tell(`${file.name} is a folder. Drop a PGN file instead.`);
    return;
  }
  if (/\.pattern$/i.test(file.name)) {
    choose("write");
    void file.text().then((text) => showParams({ text, finding: null }));
    return;
  }
  if (!openFile(file)) return;
  choose("games");
  if (files.length > 1) tell(`This page opens one file at a time. It opened ${file.name}.`);
}

/** Shows a FEN on the board. Reads any other text as games. */
function takeText(text: string): void {
  const view = position(text);
  if (isProblem(view)) {
    choose("games");
    openText(text);
    return;
  }
  if (!viewOf(getState().entry)?.hasPosition) choose(FIRST_POSITION);
  edit({ fen: view.fen, params: changed(getState().params, { finding: null }) });
}

/** Handles drops anywhere on the page. Returns whether a drag is over the page. */
export function useDrop(): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const drag = (event: DragEvent) => {
      setOver(isTaken(event));
      if (isTaken(event)) event.preventDefault();
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!isTaken(event)) return;
      event.preventDefault();
      take(event.dataTransfer!);
    };
    const paste = (event: ClipboardEvent) => {
      if (isText(event.target) || event.clipboardData === null) return;
      event.preventDefault();
      take(event.clipboardData);
    };
    document.addEventListener("dragover", drag);
    document.addEventListener("dragleave", leave);
    document.addEventListener("drop", drop);
    document.addEventListener("paste", paste);
    return () => {
      document.removeEventListener("dragover", drag);
      document.removeEventListener("dragleave", leave);
      document.removeEventListener("drop", drop);
      document.removeEventListener("paste", paste);
    };
  }, []);
  return over;
}
