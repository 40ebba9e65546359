/** What the page says: to all in a bar that stays until it is closed, and to who listens only. */

import { useEffect, useState } from "preact/hooks";

let message: string | null = null;
const listeners = new Set<() => void>();

/** Shows a message, or takes it away. */
export function tell(text: string | null): void {
  message = text;
  for (const listener of listeners) listener();
}

export function useMessage(): string | null {
  const [seen, see] = useState(message);
  useEffect(() => {
    const listener = () => see(message);
    listener();
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return seen;
}

/** Speaks through the live region of the page. */
export function say(text: string): void {
  const region = document.getElementById("spoken");
  if (region !== null) region.textContent = text;
}
