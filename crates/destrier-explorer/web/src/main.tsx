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
  root.textContent = `The library cannot be loaded: ${error instanceof Error ? error.message : String(error)}`;
}

// Keeps the page for when there is no network, where browsers allow it.
if (import.meta.env.PROD && "serviceWorker" in navigator && window.isSecureContext) {
  navigator.serviceWorker.register("./sw.js").catch(() => {
    // It works without, but only with a network.
  });
}
