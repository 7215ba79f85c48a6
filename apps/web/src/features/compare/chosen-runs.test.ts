import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from '../../ui/search-text.ts';
import { candidatesText, chosenRuns, compareSearchSchema } from './chosen-runs.ts';

const read = (text: string) => chosenRuns(compareSearchSchema.parse(parseSearch(text)));

describe('arms in the URL', () => {
  it('are one candidate, or several, each of one or more runs', () => {
    expect(read('?base=a&candidate=b')).toEqual({ base: ['a'], candidates: [['b']], window: null });
    expect(read('?base=a,b&candidate=c,d&candidate=e')).toEqual({ base: ['a', 'b'], candidates: [['c', 'd'], ['e']], window: null });
    expect(read('')).toEqual({ base: [], candidates: [[]], window: null });
  });
  it('are written as they are read', () => {
    const candidates = [['c', 'd'], ['e'], []];
    const text = stringifySearch({ base: 'a', candidate: candidatesText(candidates), from: '2', to: '9' });
    expect(text).toBe('?base=a&candidate=c,d&candidate=e&candidate=,&from=2&to=9');
    expect(read(text)).toEqual({ base: ['a'], candidates, window: { from: 2, to: 9 } });
  });
  it('forget a window that makes no sense', () => {
    expect(read('?base=a&candidate=b&from=9&to=2').window).toBeNull();
    expect(read('?base=a&candidate=b&from=x&to=2').window).toBeNull();
  });
});
