/** The look of a report beyond that of a shared page: tiles, charts, and how it prints. */
import { plainStyle } from './plain-style.ts';

export const reportStyle = `${plainStyle}
.plain .pictures .chart{grid-column:1/-1}.plain .chart{margin:14px 0;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:12px 14px;break-inside:avoid}
.plain .chart figcaption{display:flex;flex-wrap:wrap;gap:2px 14px;align-items:baseline;font-size:13px}.plain .chart p{margin:6px 0 0}
.plain .key{color:var(--ink2);font-size:12.5px;overflow-wrap:anywhere}.plain .key svg{vertical-align:middle}
.plain .plot{direction:ltr;display:grid;grid-template-columns:52px minmax(0,1fr) 10px;gap:0 6px;padding-block:22px 20px}.plain .plot.two{grid-template-columns:52px minmax(0,1fr) 42px}
.plain .axis{position:relative;block-size:220px}.plain .axis span{position:absolute;right:0;transform:translateY(50%);color:var(--ink2);font-size:11.5px;white-space:nowrap}.plain .axis.end span{right:auto;left:0}
.plain .drawing{position:relative;block-size:220px}.plain .drawing svg{display:block;inline-size:100%;block-size:220px;overflow:visible}
.plain .below span,.plain .numbers span{position:absolute;transform:translateX(-50%);color:var(--ink2);font-size:11.5px;white-space:nowrap}.plain .below span{top:calc(100% + 4px)}.plain .numbers span{bottom:calc(100% + 2px);color:var(--accent);font-weight:600}
.plain .drawing path{fill:none;vector-effect:non-scaling-stroke}.plain .line{stroke-width:1.8;stroke-linejoin:round}.plain .grid{stroke:var(--line)}.plain .mark-line{stroke:var(--accent);stroke-dasharray:2 3;opacity:.7}.plain .band{fill:var(--even-soft)}
@media print{@page{margin:14mm}.plain{max-inline-size:none;padding:0;print-color-adjust:exact;-webkit-print-color-adjust:exact}.plain tr,.plain .tile,.plain li{break-inside:avoid}.plain h2{break-after:avoid}.plain details::details-content{content-visibility:visible;block-size:auto}}`;
