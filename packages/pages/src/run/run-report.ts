/** A run's report: what a share of it shows, with its charts drawn, its connections and its plan in full. */
import { besideLimit } from '@plimsoll/contracts/story-marks';
import type { LimitWords } from '@plimsoll/wording/names';
import { createElement as h, type ReactNode } from 'react';
import { staticRunCharts } from '../chart/run-charts.ts';
import { PhasesTable } from './phases-table.ts';
import { PlanTable } from './plan-table.ts';
import { RunArticle, type SharedRun } from './run-article.ts';

interface Props {
  readonly content: SharedRun;
  readonly moment: (iso: string) => string;
  readonly limits?: LimitWords | undefined;
}

export function RunReport({ content, moment, limits }: Props): ReactNode {
  const { run, plan, points, regions, resources } = content;
  const story = content.story && besideLimit(content.story, run.validity);
  const pictures = staticRunCharts({ points, regions, story, resources }) ?? {};
  const phases = run.summary && h(PhasesTable, { summary: run.summary });
  return h(RunArticle, { content, moment, limits, pictures }, phases, h(PlanTable, { plan }));
}
