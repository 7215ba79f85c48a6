/** A run's report: what a share of it shows, with its charts drawn, its connections and its plan in full. */
import { besideLimit } from '@plimsoll/contracts/story-marks';
import { chartWords } from '@plimsoll/wording/en/chart';
import { createElement as h, type ReactNode } from 'react';
import { staticRunCharts } from '../chart/run-charts.ts';
import { countedAs } from './counted-as.ts';
import { PhasesTable } from './phases-table.ts';
import { PlanTable } from './plan-table.ts';
import { RunArticle, type SharedRun } from './run-article.ts';
import { ConnectionsTable } from './run-tables.ts';

interface Props {
  readonly content: SharedRun;
  readonly moment: (iso: string) => string;
}

export function RunReport({ content, moment }: Props): ReactNode {
  const { run, plan, points, resources } = content;
  const story = content.story && besideLimit(content.story, run.validity);
  const pictures = staticRunCharts({ points, story, resources }) ?? {};
  const connections = run.summary && [
    h('h2', { key: 'title' }, chartWords.connections),
    h(ConnectionsTable, { key: 'economy', summary: run.summary, counted: countedAs(plan) }),
    h(PhasesTable, { key: 'phases', summary: run.summary }),
  ];
  return h(RunArticle, { content, moment, pictures }, connections, h(PlanTable, { plan }));
}
