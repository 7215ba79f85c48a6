/**
 * A badge: two or three boxes of text, as SVG. Figures and verdicts only: no name, no address. badge-maker draws two boxes, and has
 * no place for the validity.
 */

import { isTerminal, type RunState } from '@plimsoll/contracts/run';
import type { RunEnding } from '@plimsoll/contracts/run-ending';
import type { SharedContent, SharedExperiment } from '@plimsoll/contracts/share';
import type { StreamsOfPlan } from '@plimsoll/contracts/streaming';
import type { Summary } from '@plimsoll/contracts/summary';
import type { Validity } from '@plimsoll/contracts/validity';
import { rowOfVerdict, type Tone, type Verdict } from '@plimsoll/contracts/verdict';
import { html } from '@plimsoll/pages/html';
import { findValidity } from '@plimsoll/pages/share-words';
import { findHeadline, shortMetric } from '@plimsoll/wording/arm-words';
import { armsWords } from '@plimsoll/wording/en/arms';
import { validityWords, verdictWords } from '@plimsoll/wording/en/names';
import { badgePictureWords } from '@plimsoll/wording/en/shared';
import { metricChange, worstFirst } from '@plimsoll/wording/metric-figures';
import { sharedArms } from '@plimsoll/wording/named-arms';
import { formatRate } from '@plimsoll/wording/rate';
import { runStateWord, stateWord } from '@plimsoll/wording/run-state';
import { formatChange, formatLeastChange, formatShare } from '@plimsoll/wording/share';
import { summaryText } from '../page/share-headline.ts';
import { textWidth } from './text-width.ts';

export interface BadgeText {
  readonly message: string;
  readonly tone: Tone;
  readonly validity: Validity['stamp'] | null;
}

export function badgeOfShare(content: SharedContent): BadgeText {
  const validity = findValidity(content)?.stamp ?? null;
  if (content.kind === 'run') return { ...badgeOfRun({ ...content.run, plan: content.plan, verdict: null }), validity };
  const arms = sharedArms(content);
  if (content.kind === 'experiment' && content.experiment.kind !== 'ab') return { ...badgeOfFinding(content.experiment), validity };
  const [metric] = (arms?.candidates ?? [])
    .flatMap(({ arm, comparable }) => (comparable && findHeadline(arm.metrics)) || [])
    .sort((a, b) => worstFirst([a, b]).indexOf(a) - worstFirst([a, b]).indexOf(b));
  if (!metric && arms && arms.candidates.some(({ comparable }) => !comparable))
    return { message: armsWords.notComparable, tone: 'warn', validity };
  if (!metric) return { message: verdictWords.not_enough_evidence, tone: 'warn', validity };
  const change = metric.deltaRelative === null ? formatChange(null) : metricChange(metric);
  const message = badgePictureWords.moved({ verdict: verdictWords[metric.verdict], metric: shortMetric(metric), change });
  return { message, tone: rowOfVerdict(metric.verdict).tone, validity };
}

/** Badge for an experiment that holds nothing against a base. */
function badgeOfFinding({ kind, noiseFloor, capacity, variants }: SharedExperiment['experiment']): Omit<BadgeText, 'validity'> {
  if (kind === 'aa')
    return {
      message: noiseFloor === null ? badgePictureWords.noiseUnknown : badgePictureWords.noise({ share: formatLeastChange(noiseFloor) }),
      tone: 'even',
    };
  if (kind === 'capacity')
    return capacity?.rate == null
      ? { message: badgePictureWords.noCapacity, tone: 'warn' }
      : { message: badgePictureWords.capacity({ rate: formatRate(capacity.rate) }), tone: capacity.confirmed ? 'good' : 'warn' };
  const most = Math.max(0, ...variants.map(({ throughputPerSecond }) => throughputPerSecond ?? 0));
  return { message: badgePictureWords.upTo({ rate: formatRate(most) }), tone: 'even' };
}

interface Finished {
  readonly state: RunState | null;
  readonly ending: RunEnding | null;
  readonly summary: Summary | null;
  readonly validity: Validity | null;
  /** Against the baseline. */
  readonly verdict: Verdict | null;
  readonly plan: StreamsOfPlan;
}

export function badgeOfRun({ state, ending, summary, validity, verdict, plan }: Finished): BadgeText {
  const stamp = validity?.stamp ?? null;
  if (state === null || !isTerminal(state)) return { message: badgePictureWords.noRun, tone: 'even', validity: null };
  const { text, tone } = runStateWord({ state, ending, summary });
  if (tone === 'bad') return { message: text.slice(0, 1).toLowerCase() + text.slice(1), tone, validity: stamp };
  if (!summary || summary.requests === 0 || state !== 'completed')
    return {
      message: stateWord({ state, ending }).toLowerCase(),
      tone: state === 'stopped' || state === 'completed' ? 'even' : 'bad',
      validity: stamp,
    };
  const share = formatShare(summary.errorRate);
  const figures =
    tone === 'warn' ? badgePictureWords.manyFailed({ rate: formatRate(summary.goodputPerSecond), share }) : summaryText(summary, plan);
  if (verdict === null) return { message: figures, tone: tone ?? 'even', validity: stamp };
  const judged = rowOfVerdict(verdict).tone;
  return {
    message: badgePictureWords.figures({ verdict: verdictWords[verdict], figures }),
    tone: tone === 'warn' && judged !== 'bad' ? 'warn' : judged,
    validity: stamp,
  };
}

const colours: Readonly<Record<Tone, string>> = { good: '#1d7a46', bad: '#b3361f', warn: '#8a5a00', even: '#51606f' };
const stampTones: Readonly<Record<Validity['stamp'], Tone>> = { valid: 'good', unwatched: 'even', degraded: 'warn', invalid: 'bad' };
const [height, sizePx, paddingPx, markPx] = [20, 11, 7, 18];

/** White on deep colours: ≥ 4.5 : 1 on both the light and the dark page it may stand on. */
export function badgeSvg({ message, tone, validity }: BadgeText): string {
  const boxes = [
    { text: 'Plimsoll', fill: '#0d1b2a', lead: markPx },
    { text: message, fill: colours[tone], lead: 0 },
    ...(validity ? [{ text: validityWords[validity].toLowerCase(), fill: colours[stampTones[validity]], lead: 0 }] : []),
  ];
  let x = 0;
  const placed = boxes.map((box) => {
    const length = Math.round(textWidth(box.text, sizePx));
    const at = { ...box, x, length, width: length + 2 * paddingPx + box.lead };
    x += at.width;
    return at;
  });
  const label = validity
    ? badgePictureWords.labelJudged({ message, validity: validityWords[validity].toLowerCase() })
    : badgePictureWords.label({ message });
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${x}" height="${height}" viewBox="0 0 ${x} ${height}" role="img" aria-label="${label}">
<title>${label}</title><clipPath id="r"><rect width="${x}" height="${height}" rx="4"/></clipPath>
<g clip-path="url(#r)">${placed.map((box) => html`<rect x="${box.x}" width="${box.width + 1}" height="${height}" fill="${box.fill}"/>`)}</g>
${placed.slice(2).map((box) => html`<path d="M${box.x} 0V${height}" stroke="#fff" stroke-opacity=".35"/>`)}
<g fill="none" stroke="#4cc3d3" stroke-width="1.5"><circle cx="14" cy="10" r="4.3"/><path d="M7 10h14"/></g>
<g fill="#fff" font-family="Inter,Verdana,'DejaVu Sans',sans-serif" font-size="${sizePx}">${placed.map((box) => html`<text x="${box.x + box.lead + paddingPx}" y="14" textLength="${box.length}" lengthAdjust="spacingAndGlyphs">${box.text}</text>`)}</g>
</svg>`.text;
}
