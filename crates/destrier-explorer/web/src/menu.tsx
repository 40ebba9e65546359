/** The menu, built from the registry. */

import { useEffect, useMemo, useRef } from "preact/hooks";
import { writeLink } from "./link.ts";
import { MOVING } from "./moving/index.ts";
import { focusTitle } from "./panels/heading.tsx";
import { WRITE } from "./patterns/editor.tsx";
import { choose, registry, type State } from "./state.ts";
import { positionFor } from "./views/examples.ts";
import { patternView } from "./views/pattern.tsx";
import { functionView } from "./views/function.tsx";
import { valueView } from "./views/value.tsx";
import { GAMES } from "./games/view.tsx";
import { TRAIN } from "./train/view.tsx";
import type { View } from "./views/view.ts";
import { readable } from "./words.ts";

interface Group {
  title: string;
  /** A short description. */
  about: string;
  /** Whether the group is closed at first. */
  folded?: boolean;
  /** Whether this is for programmers: the names are identifiers in code, and the group is closed at first. */
  code?: boolean;
  entries: { id: string; name: string; view: () => View }[];
}

let made: Group[] | null = null;

function groups(): Group[] {
  const { patterns, values, functions } = registry();
  const ofTheme = (wanted: string) =>
    patterns.flatMap(({ name, theme }, i) => (theme === wanted ? [{ id: `pattern/${name}`, name, view: () => patternView(i) }] : []));
  made ??= [
    {
      title: "Your games",
      about: "Find what you missed, and train it",
      entries: [
        { id: "games", name: "Games", view: () => GAMES },
        { id: "train", name: "Train", view: () => TRAIN },
      ],
    },
    {
      title: "Patterns in a position",
      about: "Find and explain patterns",
      entries: [...ofTheme(""), { id: "write", name: "Write a pattern", view: () => WRITE }],
    },
    ...[...new Set(patterns.map(({ theme }) => theme))].slice(1).map((theme) => ({
      title: `Pattern book: ${theme.toLowerCase()}`,
      about: "",
      folded: true,
      entries: ofTheme(theme),
    })),
    {
      title: "Interactive boards",
      about: "Drag pieces, click squares",
      entries: Object.entries(MOVING).map(([id, view]) => ({ id: `moving/${id}`, name: view.title, view: () => view })),
    },
    {
      title: "Values of a position",
      about: "Sets and numbers for code",
      code: true,
      entries: values.map(({ name }, i) => ({ id: `value/${name}`, name, view: () => valueView(i) })),
    },
    {
      title: "Functions",
      about: "Call the library yourself",
      code: true,
      entries: functions.map(({ name }, i) => ({ id: `function/${name}`, name, view: () => functionView(i) })),
    },
  ];
  return made;
}

const views = new Map<string, View | null>();

/** Returns the view of an entry, or null if there is no such entry. Makes each view once. */
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

/** The menu. It renders again only if an entry or a link changes. */
export function Menu(props: MenuProps) {
  const { entry, fen, flip } = props.state;
  return useMemo(() => <Entries {...props} />, [entry, fen, flip, props.open]);
}

function Entries({ state, open, close }: MenuProps) {
  const menu = useRef<HTMLElement>(null);
  useEffect(() => {
    // For wide pages. On narrow pages the menu is already closed.
    menu.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [state.entry]);
  return (
    <nav
      ref={menu}
      id="menu" class={open ? "menu open" : "menu"}
      aria-label="Menu"
      data-test="menu"
    >
      {groups().map(({ title, about, code, folded, entries }) => (
        <details key={title} open={!(code || folded) || entries.some(({ id }) => id === state.entry)}>
          <summary>{title}</summary>
          {about !== "" && <p class="about">{about}</p>}
          <ul>
            {entries.map(({ id, name }) => (
              <li key={id}>
                <a
                  href={writeLink({ ...state, fen: positionFor(id, state.fen), entry: id, params: {} })}
                  aria-current={id === state.entry ? "page" : undefined}
                  data-test={`entry-${id}`}
                  onClick={(event) => {
                    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                    event.preventDefault();
                    choose(id, positionFor(id, state.fen));
                    if (open) {
                      close();
                      window.scrollTo(0, 0);
                      focusTitle();
                    }
                  }}
                >
                  {code ? <code>{name}</code> : readable(name)}
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
