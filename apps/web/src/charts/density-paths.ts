/** A map of counts as a few paths, one a depth: thousands of cells would be as many elements. */

export interface MapColumn {
  readonly x: number;
  /** One a bucket. */
  readonly counts: readonly number[];
}

export const levels = 8;

/** The faintest is still seen. */
export function opacityOf(level: number): number {
  return 0.2 + (0.8 * level) / (levels - 1);
}

/** By the logarithm of the count: a single slow answer beside thousands of quick ones is what the map is looked at for. */
function levelOf(count: number, most: number): number {
  return most <= 1 ? levels - 1 : Math.min(levels - 1, Math.floor((Math.log(count) / Math.log(most)) * levels));
}

/** Place of a value on the axis, 0 … 1 from the lowest edge. 0 has none on a logarithmic axis and stands below 1. */
export function placeOf(value: number, edges: readonly number[]): number {
  const log = (one: number) => Math.log(Math.max(one, 0.5));
  const [low, high] = [log(edges[0] ?? 1), log(edges.at(-1) ?? 10)];
  return (log(value) - low) / (high - low);
}

/** By rising depth, in a box as wide as the columns and 1 high; neighbours of one depth are one rectangle. */
export function depthPaths(columns: readonly MapColumn[], columnWidth: number, edges: readonly number[]): string[] {
  const first = columns[0]?.x ?? 0;
  const most = columns.reduce((high, { counts }) => Math.max(high, ...counts), 0);
  const paths = Array.from({ length: levels }, () => [] as string[]);
  for (let row = 0; row + 1 < edges.length; row++) {
    const bottom = 1 - placeOf(edges[row] as number, edges);
    const tall = placeOf(edges[row + 1] as number, edges) - placeOf(edges[row] as number, edges);
    let begin = 0;
    let level = -1;
    let end = 0;
    const close = () => {
      if (level >= 0) paths[level]?.push(`M${begin} ${bottom.toFixed(4)}h${end - begin}v${(-tall).toFixed(4)}h${begin - end}z`);
    };
    for (const { x, counts } of columns) {
      const count = counts[row] ?? 0;
      const own = count > 0 ? levelOf(count, most) : -1;
      if (own !== level || x - first > end) {
        close();
        begin = x - first;
        level = own;
      }
      end = x - first + columnWidth;
    }
    close();
  }
  return paths.map((parts) => parts.join(''));
}
