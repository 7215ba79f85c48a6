/** Where the keys of a slider other than its arrows, which go second by second, lead an end of a window. Pure. */

type Ends = readonly [from: number, to: number];

/** `end`: 0 is the first second, 1 the last. Null where the key moves nothing; page keys go a tenth of the run. */
export function movedWindow(key: string, end: number, [from, to]: Ends, total: number): Ends | null {
  const [least, at, most] = end === 0 ? [0, from, to - 1] : [from + 1, to, total];
  const page = Math.max(1, Math.round(total / 10));
  const asked = new Map([
    ['Home', least],
    ['End', most],
    ['PageDown', at - page],
    ['PageUp', at + page],
  ]).get(key);
  if (asked === undefined) return null;
  const next = Math.min(Math.max(asked, least), most);
  return end === 0 ? [next, to] : [from, next];
}
