import type { RunListItem } from '@plimsoll/contracts/run-list';
import { expect, it } from 'vitest';
import type { ExperimentItem } from '../../domain/run/table/run-entry.ts';
import { folded } from './folded.ts';

const run = (id: string, experimentId: string | null = null) => ({ id, experimentId, plan: {} }) as unknown as RunListItem;
const experiment = (id: string) => ({ id }) as ExperimentItem;
const runs = [run('5'), run('4', 'x'), run('3'), run('2', 'x'), run('1', 'gone')];
const ids = (open: readonly string[]) => folded(runs, [experiment('x'), experiment('y')], open).map(({ id }) => id);

it('stands an experiment where its newest run was, in place of its runs', () => {
  expect(ids([])).toEqual(['5', 'x', '3', '1']);
});

it('shows the runs of one that is opened below it, each once', () => {
  expect(ids(['x', 'y'])).toEqual(['5', 'x', '4', '2', '3', '1']);
});
