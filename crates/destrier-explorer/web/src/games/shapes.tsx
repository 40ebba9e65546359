/** The symbol of each pattern on the timeline: a shape and a color, in the registry's order. */

const SHAPES = [
  "M10 2L18 17H2Z",
  "M10 1L19 10L10 19L1 10Z",
  "M3 3H17V17H3Z",
  "M10 2A8 8 0 1 1 10 18A8 8 0 1 1 10 2Z",
  "M10 1L12.6 7.2L19.3 7.7L14.2 12L15.8 18.5L10 15L4.2 18.5L5.8 12L0.7 7.7L7.4 7.2Z",
  "M7 2H13V7H18V13H13V18H7V13H2V7H7Z",
  "M10 18L2 3H18Z",
];

export function Shape({ pattern }: { pattern: number }) {
  const i = pattern % SHAPES.length;
  return (
    <svg class="pattern-sign" viewBox="0 0 20 20" data-shape={i} aria-hidden="true">
      <path d={SHAPES[i]!} />
    </svg>
  );
}
