/** The look of pages that need no script: the colours of the web, light and dark by the visitor's scheme. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Style of the parts that the app shows, too. */
const shared = readFileSync(createRequire(import.meta.url).resolve('@plimsoll/pages/style'), 'utf8')
  .replace(/\/\*[\s\S]*?\*\//g, '')
  .replace(/\s+/g, ' ');
const light =
  '--paper:#f6f7f9;--card:#fff;--ink:#0d1b2a;--ink2:#51606f;--line:#e2e6eb;--hair:#eef1f4;--accent:#0b7285;--planned:#8592a0;--ink3:#5f6c79;--field-line:#808b97;--accent-soft:#e3f3f5;--e2:#c47400;--e3:#8a5fb0;--e6:#b23a6f;--good:#1d7a46;--good-soft:#e5f4eb;--bad:#b3361f;--bad-soft:#fbe9e5;--warn:#8a5a00;--warn-soft:#fdf3dc;--even:#51606f;--even-soft:#eef1f4';
const dark =
  '--paper:#0b1219;--card:#111b25;--ink:#e8eef4;--ink2:#a3b1bf;--line:#1f2c39;--hair:#182430;--accent:#4cc3d3;--planned:#6f7e8d;--ink3:#8797a8;--field-line:#5d7288;--accent-soft:#10303a;--e2:#f0a53a;--e3:#b795dd;--e6:#ec7fae;--good:#5fcf92;--good-soft:#10301f;--bad:#ff8f73;--bad-soft:#391a13;--warn:#efbe5c;--warn-soft:#33270d;--even:#a3b1bf;--even-soft:#182430';

export const plainStyle = `${shared}
html:root{${light};color-scheme:light dark}
@media screen and (prefers-color-scheme:dark){html:root{${dark}}}
body{background:var(--paper);margin:0}
.plain{color:var(--ink);font:14px/1.5 "Inter Variable",Inter,system-ui,"Segoe UI",sans-serif;font-variant-numeric:tabular-nums;max-inline-size:960px;margin:0 auto;padding:22px 20px;overflow-wrap:anywhere}
.plain h1{font-size:22px;line-height:1.25;letter-spacing:-.015em;margin:0 0 4px;font-weight:650}
.plain p{margin:8px 0}.plain .soft{color:var(--ink2);font-size:13px}
.plain a{color:var(--accent)}.plain code{font-family:"JetBrains Mono Variable",ui-monospace,Menlo,monospace;font-size:12.5px}
.plain ul{margin:6px 0;padding-inline-start:18px}
.plain .scroll{overflow-x:auto}
.plain :where(table:not(.data-table)){border-collapse:collapse;inline-size:100%;margin:14px 0;background:var(--card);border:1px solid var(--line);font-size:13.5px}
.plain :where(table:not(.data-table)) :is(th,td){padding:8px 12px;border-block-end:1px solid var(--hair);text-align:end;white-space:nowrap}
.plain :where(table:not(.data-table)) :is(th,td):first-child,.plain .word{text-align:start}
.plain tbody th code{white-space:normal}.plain :where(table:not(.data-table)) thead th{color:var(--ink2);font-size:12px;font-weight:550}.plain :where(table:not(.data-table)) tbody th{font-weight:500}
.plain .card{background:var(--card);border:1px solid var(--line);border-radius:10px}.plain .small{font-size:12.5px}.plain .num{font-variant-numeric:tabular-nums;white-space:nowrap}.plain .sr-only{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.plain h2{font-size:16px;margin:20px 0 4px}.plain .figure{font-size:26px;letter-spacing:-.02em}
.plain .heat td,.plain .heat thead th:not(:first-child){text-align:center}.plain .h0{background:color-mix(in srgb,var(--accent) 4%,var(--card))}.plain .h1{background:color-mix(in srgb,var(--accent) 13%,var(--card))}.plain .h2{background:color-mix(in srgb,var(--accent) 22%,var(--card))}.plain .h3{background:color-mix(in srgb,var(--accent) 31%,var(--card))}.plain .h4{background:color-mix(in srgb,var(--accent) 40%,var(--card))}
.plain .masthead{display:flex;flex-wrap:wrap;gap:2px 8px;align-items:center;font-weight:650}.plain time{white-space:nowrap}.plain .masthead .aside{margin-inline-start:auto;font-weight:400}
.plain .mark{inline-size:20px;block-size:20px;fill:none;stroke:var(--accent);stroke-width:2.2}
@media (max-width:640px){.plain .verdicts,.plain .verdicts tbody{display:block}
.plain .verdicts thead{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%)}
.plain .verdicts tr{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:4px 10px;padding:10px 12px;border-block-end:1px solid var(--hair)}
.plain .verdicts tr>*{padding:0;border:0;text-align:start;white-space:normal;overflow-wrap:anywhere}
.plain .verdicts th{grid-column:1/-1;font-weight:600}.plain .verdicts td[data-label="95 % interval"]{grid-column:span 2}.plain .verdicts .word{grid-column:1/-1}
.plain .verdicts td[data-label]::before{content:attr(data-label);display:block;color:var(--ink2);font-size:11.5px;font-weight:400}}`;

/** The Plimsoll disc: a circle cut by a line. */
export const markShapes = '<circle cx="12" cy="12" r="7.2"/><path d="M1.5 12h21"/>';
export const markSvg = `<svg class="mark" viewBox="0 0 24 24" aria-hidden="true">${markShapes}</svg>`;
