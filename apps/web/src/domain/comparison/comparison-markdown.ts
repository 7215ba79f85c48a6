/** A comparison as Markdown, for a pull request. */

import type { Arm, ComparisonResult, RequestDelta } from '@plimsoll/contracts/comparison';
import type { MetricDelta } from '@plimsoll/contracts/verdict';
import { errorRows, metricParts, metricRows, requestRows } from '@plimsoll/pages/comparison-rows';
import { markdownBlocks, markdownTable, plainMarkdown } from '@plimsoll/pages/markdown';
import { noiseSentence, requestMetrics } from '@plimsoll/wording/arm-words';
import { sentenceBesideIncomparable } from '@plimsoll/wording/comparability-sentence';
import { compareWords, experimentWords } from '@plimsoll/wording/en/comparison';
import { metricWords, validityWords } from '@plimsoll/wording/en/names';
import { differenceText } from '@plimsoll/wording/field-name';
import { letter } from '@plimsoll/wording/letter';
import { paragraph } from '@plimsoll/wording/list';
import { comparisonSentence, type NamedArms, type NamedCandidate, namedArms, windowSentence } from '@plimsoll/wording/named-arms';
import { targetRows } from './target-rows.ts';

function armLine(label: string, arm: Arm): string {
  const runs = arm.runs.map(({ name, validity }) => {
    if (!validity) return plainMarkdown(name);
    const why = validity.reasons.length > 0 ? `: ${plainMarkdown(paragraph(validity.reasons))}` : '';
    return `${plainMarkdown(name)} (${validityWords[validity.stamp]}${why})`;
  });
  return `- ${label}: ${runs.join(', ')}`;
}

const deltaCells = (metrics: readonly MetricDelta[], comparable: boolean): string[][] =>
  metricRows(metrics, comparable).map(({ label, base, candidate, change, interval, mark }) =>
    [label, base, candidate, change, interval, mark?.word ?? []].flat(),
  );

function partTable(parts: readonly RequestDelta[], head: string, comparable: boolean): string {
  if (parts.length === 0) return '';
  const rows = requestRows(parts, comparable).map(({ name, place, cells }) => [
    name,
    ...cells.map((cell, at) => {
      if (place !== null) return at === 0 ? place : '–';
      return cell ? [`${cell.candidate} (${cell.change})`, cell.mark?.word ?? []].flat().join(' ') : '–';
    }),
  ]);
  return markdownTable([head, ...requestMetrics.map((metric) => metricWords[metric])], rows, 0);
}

function errorLines({ arm: { errors }, comparable }: NamedCandidate): string {
  return errorRows(errors, comparable)
    .map(({ label, mark, base, candidate }) => `- ${plainMarkdown(`${mark.word}: ${label}, ${base} → ${candidate}`)}`)
    .join('\n');
}

/** One candidate against the base: comparability with what differs, verdicts with intervals, requests, errors. */
function candidateBlocks(named: NamedCandidate, base: string, several: boolean): string[] {
  const { name, arm: candidate, comparable } = named;
  const { comparability, metrics } = candidate;
  const head = [base, name, compareWords.change, compareWords.interval, comparable ? compareWords.verdict : []].flat();
  return [
    plainMarkdown(comparable || several ? comparability.sentence : sentenceBesideIncomparable(comparability)),
    comparability.differences.map((one) => `- ${plainMarkdown(differenceText(one))}`).join('\n'),
    ...metricParts(metrics).map((part) =>
      markdownTable([part.title ?? compareWords.metric, ...head], deltaCells(part.metrics, comparable), 4),
    ),
    partTable(candidate.byRequest, compareWords.byRequest, comparable),
    partTable(candidate.byRegion ?? [], compareWords.byRegion, comparable),
    errorLines(named),
  ];
}

/** Table of the resources each arm's target used; empty where nobody told. */
function targetTable(arms: NamedArms): string {
  const all = [arms.base, ...arms.candidates];
  const rows = targetRows(all.map(({ arm }) => arm));
  if (rows.length === 0) return '';
  return markdownTable(
    [compareWords.target, ...all.map(({ name }) => name)],
    rows.map(({ name, values }) => [name, ...values]),
    all.length,
  );
}

/** Sentence, arms with their validity, each candidate against the base, noise floor, link. */
export function comparisonMarkdown(comparison: ComparisonResult, url: string): string {
  const named = namedArms(comparison);
  const { base, candidates, noiseFloor } = named;
  const several = candidates.length > 1;
  const lines = [
    armLine(compareWords.base, base.arm),
    ...candidates.map(({ arm }, at) => armLine(several ? letter(at + 1) : compareWords.candidate, arm)),
  ];
  const part = windowSentence(comparison);
  return markdownBlocks([
    `**${plainMarkdown(comparisonSentence(comparison))}**`,
    part ? plainMarkdown(part) : '',
    lines.join('\n'),
    ...candidates.flatMap((one) => [
      several ? `### ${plainMarkdown(experimentWords.against({ candidate: one.name, base: base.name }))}` : '',
      ...candidateBlocks(one, base.name, several),
    ]),
    targetTable(named),
    candidates.some(({ comparable }) => comparable)
      ? plainMarkdown(noiseFloor === null ? compareWords.noiseUnknown : noiseSentence(noiseFloor))
      : '',
    `[${compareWords.markdownLink}](${url})`,
  ]);
}
