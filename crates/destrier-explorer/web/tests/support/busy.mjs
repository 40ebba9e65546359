/** Measures how long the page keeps its thread busy. */

/**
 * Runs `use`. Returns the processor times of the tasks of the page's thread in milliseconds, the longest first. A user
 * waits for the end of the running task. The time of other programs does not count, so that a busy machine does not
 * change the result much.
 */
export async function taskTimes(page, use) {
  const browser = page.context().browser();
  await browser.startTracing(page, { categories: ["-*", "disabled-by-default-devtools.timeline"] });
  let trace;
  try {
    await use();
  } finally {
    trace = JSON.parse(await browser.stopTracing());
  }
  const threadOf = ({ pid, tid }) => `${pid} ${tid}`;
  const pages = new Map();
  for (const event of trace.traceEvents) {
    if (event.name === "thread_name" && event.args.name === "CrRendererMain") pages.set(threadOf(event), []);
  }
  for (const event of trace.traceEvents) {
    if (event.name === "RunTask") pages.get(threadOf(event))?.push(event.tdur / 1000);
  }
  const sum = (times) => times.reduce((all, time) => all + time, 0);
  // The browser can have other pages, such as one that is not used yet.
  const [times] = [...pages.values()].sort((a, b) => sum(b) - sum(a));
  return times.sort((a, b) => b - a);
}
