/** Sentences on the capacity that a search found, and on the point where a sweep's throughput levels off. Rates are per second. */
import type { BrokeBy, CapacityCode, CapacityFinding, Disturbance, FirstLater, KneeCode } from '@plimsoll/contracts/experiment-remark';
import type { SearchLimit } from '@plimsoll/contracts/limit';
import { parseThreshold } from '@plimsoll/contracts/threshold';
import { capacitySearchWords, kneeWords } from '../../en/search.ts';
import { formatCount, formatSignificant } from '../../figures/number.ts';
import { formatRate } from '../../figures/rate.ts';
import { formatShare } from '../../figures/share.ts';
import { formatUs } from '../../figures/time.ts';
import { unitFigure } from '../../figures/unit-figure.ts';
import { asSentence, listed, paragraph } from '../list.ts';

function limitWords(limit: SearchLimit, connections: number | null): string {
  return limit === 'connections' && connections !== null
    ? capacitySearchWords.connections({ count: connections })
    : capacitySearchWords.limit[limit];
}

function disturbanceWords({ tries, of, by }: Disturbance): string {
  return capacitySearchWords.disturbed({ count: tries, of: formatCount(of), by: capacitySearchWords.by[by] });
}

/** By what the lowest rate that broke did. */
function brokeByWords({ because, missed }: BrokeBy, ratePerSecond: number): string {
  const rate = formatRate(ratePerSecond);
  const each = missed.map(({ expression, value }) => {
    const threshold = parseThreshold(expression);
    return capacitySearchWords.missed({
      threshold: expression,
      value: 'error' in threshold ? '–' : unitFigure(threshold.unit, value),
      rate,
    });
  });
  if (because === 'thresholds') return capacitySearchWords.brokeBy.thresholds({ missed: listed(each) });
  const named = capacitySearchWords.brokeBy[because]({ rate });
  return each.length === 0 ? named : paragraph([named, capacitySearchWords.brokeBy.also({ missed: listed(each) })]);
}

/**
 * A range in place of a figure where what bounds it was disturbed; else the disturbed tries, which were repeated, are told behind it, after
 * what ended the search.
 */
export function capacitySentence({ finding, brokeBy, disturbance, connections }: CapacityCode): string {
  // What was disturbed may have broken by the disturbance.
  const ended = finding.kind === 'brokeAlways' ? finding.broke : finding.kind === 'found' ? finding.surelyBroke : null;
  const named = ended !== null && brokeBy && brokeByWords(brokeBy, ended);
  const found = paragraph([findingSentence(finding, disturbance, connections), named]);
  const told = finding.kind === 'found' && finding.surelyBroke !== finding.broke;
  if (disturbance === null || told || finding.kind === 'nothingYet' || finding.kind === 'soFar') return found;
  return paragraph([found, asSentence(disturbanceWords(disturbance))]);
}

function findingSentence(finding: CapacityFinding, disturbance: Disturbance | null, connections: number | null): string {
  switch (finding.kind) {
    case 'givenUp': {
      const figures = { tries: formatCount(finding.tries), held: formatRate(finding.held) };
      return (finding.confirmed ? capacitySearchWords.givenUp : capacitySearchWords.givenUpUnconfirmed)(figures);
    }
    case 'nothingYet':
      return capacitySearchWords.nothingYet;
    case 'limitedAlways':
      return capacitySearchWords.limitedAlways({ limit: limitWords(finding.limit, connections) });
    case 'brokeAlways':
      return capacitySearchWords.brokeAlways({ broke: formatRate(finding.broke) });
    case 'limitedAbove':
      return capacitySearchWords.limitedAbove({ held: formatRate(finding.held), limit: limitWords(finding.limit, connections) });
    case 'heldToTheTop':
    case 'soFar':
      return capacitySearchWords[finding.kind]({ held: formatRate(finding.held) });
    case 'found': {
      const { broke, surelyBroke } = finding;
      const held = formatRate(finding.held);
      if (surelyBroke !== broke && disturbance !== null) {
        const why = disturbanceWords(disturbance);
        if (surelyBroke === null) return capacitySearchWords.atLeast({ held, why });
        return capacitySearchWords.between({ held: formatSignificant(finding.held), broke: formatRate(surelyBroke), why });
      }
      return capacitySearchWords.found({ held, broke: formatRate(broke), precision: formatShare((broke - finding.held) / finding.held) });
    }
  }
}

/** The knee of one line of a sweep, named once by the variant it is at. */
export function kneeSentence({ of, ceilingPerSecond, setting, last, decline, tolerance, limit, tokens = false }: KneeCode): string {
  const named = of.split(/[\s,/]+/).includes(String(setting));
  const figures = { ceiling: formatRate(ceilingPerSecond), setting: named ? of : formatCount(setting) };
  const knee =
    decline > tolerance
      ? (tokens ? kneeWords.tokensFall : kneeWords.falls)({ ...figures, share: formatShare(decline), last: formatCount(last) })
      : (tokens ? kneeWords.tokensLevel : kneeWords.levels)({ ...figures, share: formatShare(tolerance) });
  const found = named ? knee : kneeWords.of({ variant: of, knee });
  return limit === null ? found : paragraph([found, kneeWords.limited({ limit: limitWords(limit, null) })]);
}

/** From which setting of a sweep on the first token, or message, comes later. */
export function laterSentence({ of, from, before, beforeUs, last, lastUs }: FirstLater): string {
  const figures = { from: formatCount(from), before: formatCount(before), last: formatCount(last) };
  return (of === 'token' ? kneeWords.firstTokenLater : kneeWords.firstMessageLater)({
    ...figures,
    beforeTime: formatUs(beforeUs),
    lastTime: formatUs(lastUs),
  });
}
