/** The menu: the registry in its groups, and between them what is made of it. */

import { useMemo } from "preact/hooks";
import { writeLink } from "./link.ts";
import { MOVING } from "./moving/index.ts";
import { choose, registry, type State } from "./state.ts";
import { patternView } from "./views/pattern.tsx";
import { functionView } from "./views/function.tsx";
import { valueView } from "./views/value.tsx";
import { GAMES } from "./games/view.tsx";
import type { View } from "./views/view.ts";
import { readable } from "./words.ts";

interface Group {
  title: string;
  entries: { id: string; name: string; view: () => View }[];
}

let made: Group[] | null = null;

function groups(): Group[] {
  const { patterns, values, functions } = registry();
  made ??= [
    {
      title: "Patterns in a position",
      entries: patterns.map(({ name }, i) => ({ id: `pattern/${name}`, name, view: () => patternView(i) })),
    },
    {
      title: "Things that move",
      entries: Object.entries(MOVING).map(([id, view]) => ({ id: `moving/${id}`, name: view.title, view: () => view })),
    },
    { title: "Games", entries: [{ id: "games", name: "Findings in games", view: () => GAMES }] },
    {
      title: "Values of a position",
      entries: values.map(({ name }, i) => ({ id: `value/${name}`, name, view: () => valueView(i) })),
    },
    {
      title: "Functions",
      entries: functions.map(({ name }, i) => ({ id: `function/${name}`, name, view: () => functionView(i) })),
    },
  ];
  return made;
}

const views = new Map<string, View | null>();

/** The view of an entry; null where there is no such entry. A view is made once. */
export function viewOf(id: string): View | null {
  if (!views.has(id)) {
    const entry = groups()
      .flatMap(({ entries }) => entries)
      .find((entry) => entry.id === id);
    views.set(id, entry ? entry.view() : null);
  }
  return views.get(id) ?? null;
}

interface MenuProps {
  state: State;
  open: boolean;
  close(): void;
}

/** The menu, drawn again only when an entry or a link of it changes. */
export function Menu(props: MenuProps) {
  const { entry, fen, flip } = props.state;
  return useMemo(() => <Entries {...props} />, [entry, fen, flip, props.open]);
}

function Entries({ state, open, close }: MenuProps) {
  return (
    <nav id="menu" class={open ? "menu open" : "menu"} aria-label="Menu" data-test="menu">
      {groups().map(({ title, entries }) => (
        <details key={title} open>
          <summary>{title}</summary>
          <ul>
            {entries.map(({ id, name }) => (
              <li key={id}>
                <a
                  href={writeLink({ ...state, entry: id, params: {} })}
                  aria-current={id === state.entry ? "page" : undefined}
                  data-test={`entry-${id}`}
                  onClick={(event) => {
                    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                    event.preventDefault();
                    choose(id);
                    close();
                  }}
                >
                  {readable(name)}
                </a>
              </li>
            ))}
          </ul>
        </details>
      ))}
      <p class="made-of">
        Destrier {registry().version} · <a href="licenses.txt">licenses</a>
      </p>
    </nav>
  );
}
