/** A share small enough for a wiki's frame: the sentence, the stamp, the table, two lines. No script at all. */

import { createHash } from 'node:crypto';
import { type ComparedMetric, decidingOf } from '@plimsoll/contracts/compared-metric';
import { leadingTime } from '@plimsoll/contracts/leading-time';
import type { SharedContent } from '@plimsoll/contracts/share';
import { ArmsOverview } from '@plimsoll/pages/arms-overview';
import { DeltaTable, deltasName } from '@plimsoll/pages/delta-table';
import { ExperimentCourse, ExperimentFinding } from '@plimsoll/pages/experiment-article';
import { drawn, type Html, html, trusted } from '@plimsoll/pages/html';
import { armLook, LineKey, type LineLook } from '@plimsoll/pages/line-look';
import { markSvg, plainStyle } from '@plimsoll/pages/plain-style';
import { ValidityChip } from '@plimsoll/pages/run-chips';
import { findValidity, formatSentence } from '@plimsoll/pages/share-words';
import { SummaryTiles } from '@plimsoll/pages/summary-tiles';
import { findHeadline } from '@plimsoll/wording/arm-words';
import { countedAs } from '@plimsoll/wording/counted-as';
import { metricWords } from '@plimsoll/wording/en/names';
import { sharedWords } from '@plimsoll/wording/en/shared';
import { type NamedArm, type NamedArms, type NamedCandidate, sharedArms } from '@plimsoll/wording/named-arms';
import { languageTag } from '@plimsoll/wording/words';
import { findTop, pickSeries, type Series, sparkPath } from './spark-path.ts';

const style = `${plainStyle}
body{background:var(--card)}
.plain{padding:14px 16px}.plain h1{font-size:17px}.plain table{margin:10px 0;border-inline:0}.plain .closing{margin-block-start:10px}.plain th,.plain td{padding:7px}
.plain .spark{inline-size:100%;block-size:90px;display:block}.plain .spark path{fill:none;stroke-width:2;vector-effect:non-scaling-stroke;stroke-linejoin:round}
.plain .spark .floor{stroke:var(--line);stroke-width:1}
.plain .key{display:inline-block;max-inline-size:100%;overflow-wrap:anywhere;margin-inline-end:14px}.plain .key svg{vertical-align:middle}`;

/** Only our own style sheet, by its hash; framed by anybody; nothing else at all. */
export const embedPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors *`;

const box = { x: 0, y: 4, width: 600, height: 86 };

function drawing(lines: readonly (readonly [look: LineLook, series: Series])[], label: string): Html {
  const top = findTop(...lines.map(([, series]) => series));
  const count = Math.max(...lines.map(([, series]) => series.length));
  const paths = lines.map(([{ colour, dash }, series]) => {
    const d = sparkPath(series, box, top, count);
    return html`<path stroke="${colour}"${dash ? html` stroke-dasharray="${dash}"` : ''} d="${d}"/>`;
  });
  return html`<svg class="spark" viewBox="0 0 600 92" preserveAspectRatio="none" role="img" aria-label="${label}"><path class="floor" d="M0 91h600"/>${paths}</svg>`;
}

/** One pair over time; of more arms only the table is shown. */
function pairPicture(base: NamedArm, { name, arm: candidate }: NamedCandidate): Html {
  const metric: ComparedMetric = findHeadline(candidate.metrics)?.metric ?? 'p99';
  const label = sharedWords.overTime({ metric: metricWords[metric] });
  const lines = [base.arm, candidate].map(({ points }, at) => [armLook(at), pickSeries(points, metric)] as const);
  const key = (arm: number, of: string) => html`<span class="key">${drawn(LineKey, { look: armLook(arm) })} ${of}</span>`;
  return html`${drawing(lines, label)}<p class="soft">${label} ${key(0, base.name)} ${key(1, name)}</p>`;
}

function runBody({ points, run, plan }: Extract<SharedContent, { kind: 'run' }>): Html {
  const metric = run.summary ? leadingTime(run.summary, plan).metric : 'p99';
  const label = sharedWords.overTime({ metric: metricWords[metric] });
  const series = pickSeries(points, metric);
  const picture = series.some((us) => us !== null) && html`${drawing([[armLook(1), series]], label)}<p class="soft">${label}</p>`;
  const { summary, validity } = run;
  const imported = validity?.stamp === 'unwatched';
  return html`${picture}${summary && drawn(SummaryTiles, { summary, plan, counted: countedAs(plan), imported })}`;
}

function armsBody(arms: NamedArms): Html {
  const { base, candidates } = arms;
  const [only, ...more] = candidates;
  if (!only || more.length > 0) return drawn(ArmsOverview, { arms });
  const shown = decidingOf(only.arm.metrics);
  return html`${base.arm.points.length > 0 && pairPicture(base, only)}${drawn(DeltaTable, { metrics: shown, minimumEffect: arms.minimumEffect, label: deltasName(only.comparable), names: [base.name, only.name], comparable: only.comparable })}`;
}

function body(content: SharedContent): Html {
  if (content.kind === 'run') return runBody(content);
  const arms = sharedArms(content);
  if (arms)
    return html`${armsBody(arms)}${content.kind === 'experiment' && arms.candidates.length === 1 && drawn(ExperimentCourse, { experiment: content.experiment })}`;
  if (content.kind === 'comparison') return html``;
  return drawn(ExperimentFinding, { experiment: content.experiment, whole: false });
}

/** `url` is the share's own page, absolute. */
export function embedPage(content: SharedContent, url: string): string {
  const validity = findValidity(content);
  return html`<!doctype html>
<html lang="${languageTag()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex, nofollow, noarchive"><meta name="referrer" content="no-referrer"><title>${content.title} · Plimsoll</title><style>${trusted(style)}</style></head>
<body><main class="plain"><h1>${formatSentence(content)}</h1><p class="soft">${content.title} ${validity && drawn(ValidityChip, { validity: { ...validity, reasons: [] } })}</p>
${body(content)}
<p class="masthead soft">${trusted(markSvg)} Plimsoll <span class="aside"><a href="${url}" target="_blank" rel="noopener noreferrer">${sharedWords.openWhole}</a></span></p></main></body></html>`
    .text;
}
