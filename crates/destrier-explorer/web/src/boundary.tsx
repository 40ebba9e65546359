/** What is there when something cannot be drawn: words, and a way back. */

import { Component, type ComponentChildren } from "preact";
import { FIRST, show } from "./state.ts";

export class Boundary extends Component<{ children: ComponentChildren }, { error: string | null }> {
  state = { error: null };

  componentDidCatch(error: unknown): void {
    this.setState({ error: error instanceof Error ? error.message : String(error) });
  }

  render() {
    if (this.state.error === null) return this.props.children;
    return (
      <div class="message" role="alert" data-test="broken">
        <p>This cannot be shown, by a fault of the page: {this.state.error}</p>
        <button
          type="button"
          data-test="start-again"
          onClick={() => {
            show(FIRST);
            this.setState({ error: null });
          }}
        >
          Start again
        </button>
      </div>
    );
  }
}
