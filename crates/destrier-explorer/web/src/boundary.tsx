/** Shows an error and a button to restart if the page fails to render. */

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
        <p>The page has a bug and cannot show this: {this.state.error}</p>
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
