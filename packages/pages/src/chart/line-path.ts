/** A line through points as an SVG path; a gap where nothing was measured. */
export function linePath(points: readonly (readonly [x: number, y: number | null])[]): string {
  let pen = 'M';
  return points
    .map(([x, y]) => {
      const part = y === null ? '' : `${pen}${place(x)} ${place(y)}`;
      pen = y === null ? 'M' : 'L';
      return part;
    })
    .join('');
}

/** A tenth of a pixel is as near as anybody sees. */
export const place = (at: number) => Number(at.toFixed(1));
