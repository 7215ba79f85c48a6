/** The look of pages that need no script: the colours of the web, light and dark by the visitor's scheme. */
import { sharedStyle } from './read-sheets.ts';

export const plainStyle = `${sharedStyle}
body{background:var(--paper);margin:0}
*{box-sizing:border-box}
.plain{color:var(--ink);font:14px/1.5 var(--font);font-variant-numeric:tabular-nums;max-inline-size:960px;margin:0 auto;padding:22px 20px;overflow-wrap:anywhere}
.plain h1{font-size:22px;line-height:1.25;letter-spacing:-.015em;margin:0 0 4px;font-weight:650}
:where(.plain p){margin:8px 0}.plain>.soft{font-size:13px}
.plain a{color:var(--accent)}.plain code{font-family:var(--mono);font-size:12.5px}
:where(.plain ul){margin:6px 0;padding-inline-start:18px}
.plain h2{font-size:16px;margin:20px 0 4px}.plain :is(.card,.stack,.row,.stage-part) h2{margin-block:0}.plain .stage-part h2{margin-block-end:8px}
.plain .masthead{display:flex;flex-wrap:wrap;gap:2px 8px;align-items:center;font-weight:650}.plain time{white-space:nowrap}.plain .masthead .aside{margin-inline-start:auto;font-weight:400}
.plain .mark{inline-size:20px;block-size:20px;fill:none;stroke:var(--accent);stroke-width:2.2}`;

/** The Plimsoll disc: a circle cut by a line. */
export const markShapes = '<circle cx="12" cy="12" r="7.2"/><path d="M1.5 12h21"/>';
export const markSvg = `<svg class="mark" viewBox="0 0 24 24" aria-hidden="true">${markShapes}</svg>`;
