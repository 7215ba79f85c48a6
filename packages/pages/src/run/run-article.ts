/** A shared run, wherever it is read: the verdict first, then the numbers, then everything behind them. */
import { isUnconnected, judgeFailure } from '@plimsoll/contracts/failure';
import { readStream } from '@plimsoll/contracts/sample';
import type { SharedContent } from '@plimsoll/contracts/share';
import { besideLimit } from '@plimsoll/contracts/story-marks';
import { type Summary, tellsConnections } from '@plimsoll/contracts/summary';
import { importedTool } from '@plimsoll/contracts/validity';
import { countedAs } from '@plimsoll/wording/counted-as';
import { publicWords } from '@plimsoll/wording/en/app';
import type { LimitWords } from '@plimsoll/wording/names';
import { createElement as h, type ReactNode } from 'react';
import { FigureTable } from '../table/figure-table.ts';
import { ErrorGroups } from './error-groups.ts';
import { PlanLine } from './plan-target.ts';
import { RegionTable } from './region-table.ts';
import { summaryRows } from './request-rows.ts';
import { type RequestControls, RequestTable } from './request-table.ts';
import { StateChip, ValidityChip } from './run-chips.ts';
import { ValidityNotice, VerdictNotice } from './run-notices.ts';
import { ConnectionsTable, FewSamples, timesTable } from './run-tables.ts';
import { OverloadNote, StageTable, StoryFindings } from './story-parts.ts';
import { StreamFigures } from './stream-tables.ts';
import { SummaryTiles } from './summary-tiles.ts';
import { ThresholdTable } from './threshold-table.ts';
import type { Define } from './tile.ts';

export type SharedRun = Extract<SharedContent, { kind: 'run' }>;

/** Charts, each at its place among the tables; a page without a script leaves them out, a report draws them once and for all. */
export interface RunPictures {
  readonly rates?: ReactNode;
  /** Of a run that workers of several regions made. */
  readonly regions?: ReactNode;
  readonly overload?: ReactNode;
  readonly curve?: ReactNode;
  readonly times?: ReactNode;
  readonly messages?: ReactNode;
  readonly errors?: ReactNode;
}

interface Props {
  readonly content: SharedRun;
  /** Writes a date for who reads it. */
  readonly moment: (iso: string) => string;
  readonly pictures?: RunPictures;
  readonly define?: Define;
  /** In place of those for a run of a server. */
  readonly limits?: LimitWords | undefined;
  readonly controls?: RequestControls | undefined;
  /** Below everything else. */
  readonly children?: ReactNode;
}

const drawn = (picture: ReactNode) => picture && h('div', { className: 'pictures' }, picture);

export function RunArticle({ content, moment, pictures = {}, define, limits, controls, children }: Props): ReactNode {
  const { run, plan, title, versions } = content;
  const { summary, validity, startedAt } = run;
  const counted = countedAs(plan);
  // Why the stamp is what it is, is then that nothing was answered, which is said once.
  const unconnected = summary !== null && isUnconnected(summary);
  return h(
    'article',
    { className: 'article' },
    h(
      'div',
      { className: 'row' },
      h('h1', null, title),
      h(StateChip, { run }),
      validity && h(ValidityChip, { validity: unconnected ? { ...validity, reasons: [] } : validity }),
    ),
    h(
      PlanLine,
      { plan, tool: importedTool(validity) },
      startedAt && ' · ',
      startedAt && h('time', { dateTime: startedAt }, moment(startedAt)),
    ),
    h(
      'div',
      { className: 'stack notices' },
      h(VerdictNotice, { run: { ...run, plan: { ...plan, load: undefined } } }),
      !unconnected && h(ValidityNotice, { validity, limits }),
    ),
    // A share does not name the file that it was imported from, but that nobody watched its generator.
    summary && h(SummaryTiles, { summary, plan, counted, imported: isImported(content), define }),
    summary &&
      h('div', { className: 'small soft' }, h(FewSamples, { count: summary.responseTime.count, of: counted.context ?? 'requests' })),
    plan.thresholds.length > 0 && h(ThresholdTable, { expressions: plan.thresholds, results: run.thresholds, live: false }),
    summary && drawRequests(summary, controls),
    summary && h(RegionTable, { regions: summary.byRegion ?? [] }),
    pictures.regions && h('div', { className: 'stack' }, drawn(pictures.regions)),
    judgeFailure(summary) !== 'unanswered' && drawStory(content, pictures),
    summary && drawStreams(summary, pictures.messages),
    h(ErrorGroups, { summary, counted }, drawn(pictures.errors)),
    summary && tellsConnections(summary) && h(ConnectionsTable, { summary, counted }),
    children,
    versions && h('p', { className: 'small soft' }, publicWords.versions({ ...versions, cpu: versions.cpuModel })),
  );
}

function isImported({ run }: SharedRun): boolean {
  return run.validity?.stamp === 'unwatched';
}

/** Service time was not measured. */
export function isWithoutService(content: SharedRun): boolean {
  return isImported(content) || content.run.summary?.serviceTime.count === 0;
}

function drawRequests(summary: Summary, controls: RequestControls | undefined): ReactNode {
  const table = summaryRows(summary);
  return table && h(RequestTable, { table, controls });
}

function drawStreams(summary: Summary, pictures: ReactNode): ReactNode {
  const stream = readStream(summary);
  if (!stream) return null;
  return h('div', { className: 'grid2 calls' }, h(StreamFigures, { summary }), drawn(pictures));
}

function drawStory(content: SharedRun, { rates, overload, curve, times }: RunPictures): ReactNode {
  const { summary, validity } = content.run;
  const story = content.story && besideLimit(content.story, validity);
  return [
    story && h(StoryFindings, { key: 'findings', story }),
    h('div', { key: 'rates', className: 'stack' }, drawn(rates)),
    story?.overload && h('div', { key: 'overload' }, drawn(overload ?? h(OverloadNote, { story }))),
    story && h(StageTable, { key: 'stages', story }),
    h(
      'div',
      // Beside a chart it takes half the width, alone all of it: it has up to seven columns.
      { key: 'times', className: curve ? 'grid2' : 'stack' },
      drawn(curve),
      summary && h(FigureTable, timesTable(summary, isWithoutService(content))),
      drawn(times),
    ),
  ];
}
