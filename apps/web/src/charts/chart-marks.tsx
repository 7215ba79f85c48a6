/** The marks over a time chart: thresholds, moments of the story, names of its stages. */

/** A threshold is drawn as the Plimsoll line: a disc cut by it. */
export function LimitMark({ text, viewBox }: { text: string; viewBox?: { x: number; y: number; width: number } }) {
  if (!viewBox) return null;
  const { x, y, width } = viewBox;
  return (
    <g>
      <circle cx={x + width - 14} cy={y} r={5} fill="var(--card)" stroke="var(--bad)" strokeWidth={1.4} />
      <path d={`M${x + width - 24} ${y}h20`} stroke="var(--bad)" strokeWidth={1.4} />
      <text x={x + 6} y={y - 5} style={{ fill: 'var(--bad)', fontSize: 11, stroke: 'var(--card)', strokeWidth: 3, paintOrder: 'stroke' }}>
        {text}
      </text>
    </g>
  );
}

/** The name of a level, below its line at the end. */
export function LevelMark({ text, viewBox }: { text: string; viewBox?: { x: number; y: number; width: number } }) {
  if (!viewBox) return null;
  return (
    <text
      x={viewBox.x + viewBox.width - 2}
      y={viewBox.y + 16}
      textAnchor="end"
      style={{ fill: 'var(--ink2)', fontSize: 11, stroke: 'var(--card)', strokeWidth: 4, paintOrder: 'stroke' }}
    >
      {text}
    </text>
  );
}

/** How much a level changed, above its line; every other one a line lower, so that neighbours can be read. */
export function ChangeMark({ text, lower, viewBox }: { text: string; lower: boolean; viewBox?: { x: number; y: number } }) {
  if (!viewBox) return null;
  return (
    <text
      x={viewBox.x}
      y={viewBox.y + (lower ? 8 : -5)}
      textAnchor="middle"
      style={{ fill: 'var(--warn)', fontSize: 11, stroke: 'var(--card)', strokeWidth: 4, paintOrder: 'stroke' }}
    >
      {text}
    </text>
  );
}

/** Below it, the numbers that tell of this moment; every other one a line lower, so that neighbours can be read. */
export function MomentMark({ text, lower, viewBox }: { text: string; lower: boolean; viewBox?: { x: number; y: number } }) {
  if (!viewBox) return null;
  const width = 8 + 6 * text.length;
  const y = viewBox.y + (lower ? 16 : 0);
  // What is wide leaves the numbers of the axis beside it free.
  const x = viewBox.x - 7;
  return (
    <g>
      <rect x={x} y={y} width={width} height={14} rx={7} fill="var(--card)" stroke="var(--ink2)" />
      <text x={x + width / 2} y={y + 10.5} textAnchor="middle" style={{ fill: 'var(--ink)', fontSize: 10 }}>
        {text}
      </text>
    </g>
  );
}

/** Only where there is room for it. */
export function BandName({ text, viewBox }: { text: string; viewBox?: { x: number; y: number; width: number; height: number } }) {
  if (!viewBox || viewBox.width < 6 * text.length + 6) return null;
  return (
    <text
      x={viewBox.x + viewBox.width / 2}
      y={viewBox.y + viewBox.height - 10}
      textAnchor="middle"
      style={{ fontSize: 10, stroke: 'var(--card)', strokeWidth: 3, paintOrder: 'stroke' }}
    >
      {text}
    </text>
  );
}
