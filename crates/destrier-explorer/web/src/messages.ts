/** Messages: a bar that stays until closed, and a live region for screen readers. */

import { useEffect, useState } from "preact/hooks";

let message: string | null = null;
const listeners = new Set<() => void>();

/** Shows a message. Null closes it. */
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

/** Has screen readers speak a text. */
export function say(text: string): void {
  const region = document.getElementById("spoken");
  if (region !== null) region.textContent = text;
}
