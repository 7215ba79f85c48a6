import { expect, test, vi } from 'vitest';
import { DeadlineList } from './deadline-list.ts';
import { Lane } from './lane.ts';

class BareLane extends Lane {
  header(): null {
    return null;
  }
  body(): null {
    return null;
  }
  wholeBody(): null {
    return null;
  }
  json() {
    return undefined;
  }
  contained(): boolean {
    return false;
  }
}

test('deadlines fall due in order, each once, and not those that were removed', () => {
  vi.useFakeTimers();
  let nowUs = 0;
  const expired: number[] = [];
  const list = new DeadlineList({ nowUs: () => nowUs }, (lane) => expired.push(lanes.indexOf(lane as BareLane)));
  const lanes = Array.from({ length: 5 }, () => new BareLane());
  const add = (lane: number, us: number) => list.add(lanes[lane] as Lane, us);
  const pass = (ms: number) => {
    for (let step = 0; step < ms; step++) {
      nowUs += 1000;
      vi.advanceTimersByTime(1);
    }
  };
  add(0, 10_000);
  add(1, 20_000);
  add(2, 30_000);
  add(3, 15_000);
  list.remove(lanes[1] as Lane);
  list.remove(lanes[4] as Lane);
  pass(16);
  expect(expired).toEqual([0, 3]);
  add(0, 25_000);
  pass(20);
  expect(expired).toEqual([0, 3, 0, 2]);
  list.close();
  vi.useRealTimers();
});
