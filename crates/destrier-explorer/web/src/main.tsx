import { render } from "preact";
import { keepAddress } from "./address.ts";
import { App } from "./app.tsx";
import { Boundary } from "./boundary.tsx";
import { start } from "./engine.ts";
import { setRegistry } from "./state.ts";
import { keepTyping } from "./typing.ts";
import { warm } from "./warm.ts";
import "./style/page.css";
import "./style/board.css";
import "./style/panels.css";
import "./style/games.css";

const root = document.getElementById("page")!;

try {
  setRegistry(await start());
  keepAddress();
  keepTyping();
  root.replaceChildren();
  render(
    <Boundary>
      <App />
    </Boundary>,
    root,
  );
  document.documentElement.dataset.ready = "";
  warm();
} catch (error) {
  root.textContent = `The explorer failed to load: ${error instanceof Error ? error.message : String(error)}`;
}

// Keeps the page for offline use.
if (import.meta.env.PROD && "serviceWorker" in navigator && window.isSecureContext) {
  navigator.serviceWorker.register("./sw.js").catch(() => {
    // The page works without it, but only online.
  });
}
