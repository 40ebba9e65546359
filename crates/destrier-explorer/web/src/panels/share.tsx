/** Buttons that share the position: link, FEN, picture, Lichess. */

import type { ComponentChildren } from "preact";
import { address } from "../link.ts";
import { isProblem, picture, type FindingView } from "../engine.ts";
import { say, tell } from "../messages.ts";
import { keyOf } from "../state.ts";
import { useState } from "preact/hooks";
import { Copy } from "./controls.tsx";

interface ShareProps {
  fen: string;
  /** Whether Black is at the bottom of the picture. */
  flip: boolean;
  /** The finding that the picture shows. */
  finding: FindingView | null;
  /** Whether to leave out link and FEN, which have buttons elsewhere. */
  brief?: boolean;
  /** Makes the link, if it is not that of the page. Null for no link. */
  link?: (() => string) | null;
  /** The address of the position on Lichess. */
  lichess: string;
  /** More buttons. */
  children?: ComponentChildren;
}

/** Draws the position as PNG. */
async function png(fen: string, flip: boolean, finding: FindingView | null): Promise<Blob> {
  const svg = picture(fen, flip, finding, finding === null ? null : keyOf(finding.pattern));
  if (typeof svg !== "string") throw new Error(isProblem(svg) ? svg.problem : "no picture");
  const source = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    canvas.getContext("2d")!.drawImage(image, 0, 0);
    return await new Promise((take, fail) =>
      canvas.toBlob((blob) => (blob ? take(blob) : fail(new Error("the browser cannot make a PNG"))), "image/png"),
    );
  } finally {
    URL.revokeObjectURL(source);
  }
}

export function Share({ fen, flip, finding, lichess, link = address, brief = false, children }: ShareProps) {
  const [copied, setCopied] = useState(false);
  const copyImage = async () => {
    try {
      // Safari needs the promise itself.
      await navigator.clipboard.write([new ClipboardItem({ "image/png": png(fen, flip, finding) })]);
      setCopied(true);
      say("Image copied");
      setTimeout(() => setCopied(false), 1500);
    } catch (error) {
      tell(`The image cannot be copied: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  return (
    <div class="row share" role="group" aria-label="Share">
      {!brief && (
        <>
          {link !== null && (
            <Copy text={link} what="link" test="share-link">
              Copy link
            </Copy>
          )}
          <Copy text={fen} what="FEN" test="share-fen">
            FEN
          </Copy>
        </>
      )}
      <button type="button" class="copy" aria-label={copied ? "Copied image" : "Copy image"} data-test="copy-image" onClick={() => void copyImage()}>
        {copied ? "Copied" : "Image"}
      </button>
      <a class="button copy" href={lichess} target="_blank" rel="noreferrer" data-test="lichess">
        Lichess<span class="hidden"> opens this position</span>
      </a>
      {children}
    </div>
  );
}
