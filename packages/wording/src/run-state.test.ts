import type { Run } from '@plimsoll/contracts/run';
import type { RunEnding } from '@plimsoll/contracts/run-ending';
import { afterEach, expect, test } from 'vitest';
import { runStateWord, stateWord } from './run-state.ts';
import { runSentence } from './sentences/run-sentence.ts';
import { sayTelling } from './sentences/telling-sentence.ts';
import { addLanguage, speakTo } from './words.ts';
import * as chinese from './zh/names.ts';
import { telling } from './zh/team/telling.ts';

const error = 'Error: no';
const lost = {
  state: 'worker_lost',
  stateReason: 'Why.',
  summary: null,
  thresholds: [],
  number: 12,
  plan: { name: 'Search' },
} as unknown as Run;
const word = (ending: RunEnding | null) => stateWord({ ...lost, ending });
afterEach(() => speakTo(() => 'en'));

test('a run is told to have lost its worker where it did, and else by the fault that ended it', () => {
  expect(word({ kind: 'workerLost', of: 1 })).toBe('Worker lost');
  expect(word({ kind: 'deadlineMissed' })).toBe('Worker lost');
  expect(word({ kind: 'legacy', text: 'Of before.' })).toBe('Worker lost');
  expect(word(null)).toBe('Worker lost');
  expect(word({ kind: 'connectionsNotClosed', error })).toBe('Connections not closed');
  expect(word({ kind: 'generatorFailed', error })).toBe('Generator failed');
  expect(word({ kind: 'threadFailed', error })).toBe('Generator failed');
  expect(word({ kind: 'processEnded', how: 'SIGKILL', last: '' })).toBe('Generator lost');
  expect(word({ kind: 'ofGenerator', number: 2, of: 3, ending: { kind: 'connectionsNotClosed', error } })).toBe('Connections not closed');
  expect(word({ kind: 'notComputed', error, ending: { kind: 'stagesDone' } })).toBe('No figures');
});

test('a state that says by itself how a run ended keeps its word', () => {
  expect(stateWord({ state: 'start_failed', ending: { kind: 'generatorFailed', error } })).toBe('Could not start');
  expect(stateWord({ state: 'stopped', ending: { kind: 'stopUnanswered', seconds: 3 } })).toBe('Stopped');
  expect(stateWord({ state: 'running', ending: null })).toBe('Running');
});

test('the fault is the same in a list, a sentence and a message, in any language', () => {
  const run: Run = { ...lost, ending: { kind: 'threadFailed', error } };
  expect(runStateWord(run).text).toBe('Generator failed');
  expect(runSentence(run)).toBe('Generator failed. Why.');
  expect(sayTelling({ kind: 'worker.lost', run })).toEqual({ title: 'Search, run 12: Generator failed.', text: 'Why.' });
  addLanguage('zh', { ...chinese, telling });
  speakTo(() => 'zh');
  expect(runStateWord(run).text).toBe('发压端失败');
  expect(sayTelling({ kind: 'worker.lost', run }).title).toContain('发压端失败');
});
