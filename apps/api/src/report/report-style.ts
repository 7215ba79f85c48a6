/** The look of a report beyond that of a shared page: tiles, charts, and how it prints. */
import { plainStyle } from '../share/page/plain-style.ts';

/** Each line's colour, and its dashes where it has any. */
const looks: Readonly<Record<string, readonly [colour: string, dash?: string]>> = {
  planned: ['planned', '6 5'],
  sent: ['sent', '10 3'],
  done: ['ok'],
  failed: ['failed'],
  cpu: ['cpu', '2 3'],
  p50: ['p50'],
  p95: ['p95', '7 3'],
  p99: ['p99'],
  failedP99: ['failed', '3 3'],
  arm0: ['planned', '8 5'],
  arm1: ['accent'],
  arm2: ['sent', '12 3'],
  arm3: ['e3', '3 3'],
  arm4: ['failed', '8 3 2 3'],
};
const lines = Object.entries(looks).map(
  ([name, [colour, dash]]) =>
    `.plain .line.${name}{stroke:var(--${colour})${dash ? `;stroke-dasharray:${dash}` : ''}}.plain .swatch.${name}{border-color:var(--${colour})${dash ? ';border-block-start-style:dashed' : ''}}`,
);

export const reportStyle = `${plainStyle}
.plain .pictures .chart{grid-column:1/-1}.plain .chart{margin:14px 0;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:12px 14px;break-inside:avoid}
.plain .chart figcaption{display:flex;flex-wrap:wrap;gap:2px 14px;align-items:baseline;font-size:13px}.plain .chart p{margin:6px 0 0}
.plain .key{color:var(--ink2);font-size:12.5px;white-space:nowrap}.plain .swatch{display:inline-block;inline-size:18px;margin-inline-end:5px;vertical-align:middle;border-block-start:2.5px solid var(--ink2)}
.plain .plot{direction:ltr;display:grid;grid-template-columns:52px minmax(0,1fr) 10px;gap:0 6px;padding-block:22px 20px}.plain .plot.two{grid-template-columns:52px minmax(0,1fr) 42px}
.plain .axis{position:relative;block-size:220px}.plain .axis span{position:absolute;right:0;transform:translateY(50%);color:var(--ink2);font-size:11.5px;white-space:nowrap}.plain .axis.end span{right:auto;left:0}
.plain .drawing{position:relative;block-size:220px}.plain .drawing svg{display:block;inline-size:100%;block-size:220px;overflow:visible}
.plain .below span,.plain .numbers span{position:absolute;transform:translateX(-50%);color:var(--ink2);font-size:11.5px;white-space:nowrap}.plain .below span{top:calc(100% + 4px)}.plain .numbers span{bottom:calc(100% + 2px);color:var(--accent);font-weight:600}
.plain .drawing path{fill:none;vector-effect:non-scaling-stroke}.plain .line{stroke-width:1.8;stroke-linejoin:round}.plain .grid{stroke:var(--line)}.plain .mark-line{stroke:var(--accent);stroke-dasharray:2 3;opacity:.7}.plain .band{fill:var(--even-soft)}
${lines.join('\n')}
@media print{@page{margin:14mm}.plain{max-inline-size:none;padding:0;print-color-adjust:exact;-webkit-print-color-adjust:exact}.plain tr,.plain .tile,.plain li{break-inside:avoid}.plain h2{break-after:avoid}.plain details::details-content{content-visibility:visible;block-size:auto}}`;
