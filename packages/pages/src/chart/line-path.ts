/** A line through points as an SVG path; a gap where nothing was measured, and a dot where neither neighbour was. */
export function linePath(points: readonly (readonly [x: number, y: number | null])[]): string {
  let pen = 'M';
  return points
    .map(([x, y], at) => {
      const isAlone = pen === 'M' && (points[at + 1]?.[1] ?? null) === null;
      // To the side on which there is room.
      const dot = at > 0 && at === points.length - 1 ? 'h-2' : 'h2';
      const part = y === null ? '' : `${pen}${place(x)} ${place(y)}${isAlone ? dot : ''}`;
      pen = y === null ? 'M' : 'L';
      return part;
    })
    .join('');
}

/** A tenth of a pixel is as near as anybody sees. */
export const place = (at: number) => Number(at.toFixed(1));
