/**
 * Chooses the next question. Groups take turns, then the people in them; of each group and of each person one question is under way at a
 * time, so whoever asks all it can has one place, and the others wait for one answer of it at most. Pure but for the clock.
 */
import { AnalysisError } from '../analysis-error.ts';
import { type Asker, house } from './asker.ts';

export interface Turns {
  /**
   * Questions of one kind and the places where they are answered; the first that is free is taken. Of what one person waits for, the kind
   * that was added first goes first.
   */
  addLane<Place>(places: readonly Place[]): TurnsOfLane<Place>;
}

type Work<Place, Answer = unknown> = (place: Place, gone: AbortSignal) => Promise<Answer>;

export interface TurnsOfLane<Place> {
  /**
   * Does the work when its turn comes. Questions of one group with the same key that wait or are under way are one. `gone` is aborted
   * when all who asked have gone. Throws AnalysisError `too_many_questions` beyond the depth, `asker_gone` for who has gone.
   */
  take<Answer>(asker: Asker, key: string | null, work: Work<Place, Answer>): Promise<Answer>;
  /** Begins what takes many turns: it counts as one question from now until `end`, and its turns are never refused. Throws as `take`. */
  hold(asker: Asker): Held<Place>;
}

export interface Held<Place> {
  take<Answer>(work: Work<Place, Answer>): Promise<Answer>;
  end(): void;
}

/** So many times what one person may ask may a whole group. */
const groupTimes = 4;
const retrySeconds = { least: 1, most: 60 };

interface Lane {
  readonly rank: number;
  readonly free: unknown[];
  readonly places: readonly unknown[];
}

interface Waiter {
  readonly person: string;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Entry {
  readonly lane: Lane;
  readonly key: string | null;
  readonly group: string;
  readonly waiters: Set<Waiter>;
  readonly gone: AbortController;
  readonly work: Work<unknown>;
  /** Whose turn it took; null while it waits. */
  person: string | null;
}

interface Candidate {
  readonly entry: Entry;
  readonly person: string;
}

/** Ours end runs and free disks: one of each kind goes on beside the others. */
const isOurs = (group: string) => group === house.group;
const busyKey = (who: string, { rank }: Lane) => (isOurs(who) ? `${rank}` : who);

/** `mostOfPerson`: questions of one person, waiting and under way. */
export function openTurns(mostOfPerson: number): Turns {
  const entries = new Set<Entry>();
  const held = new Set<Asker>();
  let lanes = 0;
  /** Number of the last turn, of groups and of people. */
  const last = { group: new Map<string, number>(), person: new Map<string, number>() };
  let turn = 0;
  let usualMs = 0;

  /** The longer ago its group and its person had a turn, the sooner; a person has no more turns for being in more groups. */
  const ages = ({ entry, person }: Candidate): readonly number[] => {
    const [group, own] = [last.group.get(entry.group) ?? 0, last.person.get(person) ?? 0];
    return [Math.max(group, own), own, group, entry.lane.rank];
  };
  const isSooner = (one: Candidate, other: Candidate): boolean => {
    const than = ages(other);
    return (
      (ages(one)
        .map((age, index) => age - (than[index] ?? 0))
        .find((less) => less !== 0) ?? 0) < 0
    );
  };

  function pick(): Candidate | null {
    let best: Candidate | null = null;
    const underWay = [...entries].filter(({ person }) => person !== null);
    const busyGroups = new Set(underWay.map(({ group, lane }) => busyKey(group, lane)));
    const busyPeople = new Set(underWay.map(({ person, lane }) => busyKey(person ?? '', lane)));
    for (const entry of entries) {
      if (entry.person !== null || entry.lane.free.length === 0 || busyGroups.has(busyKey(entry.group, entry.lane))) continue;
      for (const person of new Set([...entry.waiters].map((waiter) => waiter.person))) {
        if (busyPeople.has(busyKey(person, entry.lane))) continue;
        const candidate = { entry, person };
        if (best === null || isSooner(candidate, best)) best = candidate;
      }
    }
    return best;
  }

  function begin(): void {
    for (let next = pick(); next; next = pick()) void act(next.entry, next.person);
  }

  async function act(entry: Entry, person: string): Promise<void> {
    const { free, places } = entry.lane;
    const place = free.shift();
    entry.person = person;
    turn += 1;
    last.group.set(entry.group, turn);
    last.person.set(person, turn);
    const began = performance.now();
    const settle = await entry.work(place, entry.gone.signal).then(
      (answer) => (waiter: Waiter) => waiter.resolve(answer),
      (error: unknown) => (waiter: Waiter) => waiter.reject(error),
    );
    usualMs += (performance.now() - began - usualMs) / 4;
    entries.delete(entry);
    if (entries.size === 0 && held.size === 0) for (const map of Object.values(last)) map.clear();
    // The first place again where it is free: the others rest, and may go.
    free.push(place);
    free.sort((one, other) => places.indexOf(one) - places.indexOf(other));
    for (const waiter of entry.waiters) settle(waiter);
    begin();
  }

  function refuseTooMany({ group, person }: Asker): void {
    if (isOurs(group)) return;
    const asked = [...entries].filter((entry) => entry.group === group);
    const begun = [...held].filter((asker) => asker.group === group);
    const own =
      asked.filter(({ waiters }) => [...waiters].some((waiter) => waiter.person === person)).length +
      begun.filter((asker) => asker.person === person).length;
    const ofGroup = asked.length + begun.length;
    if (own < mostOfPerson && ofGroup < mostOfPerson * groupTimes) return;
    const seconds = Math.ceil((usualMs * ofGroup) / 1000);
    throw new AnalysisError('too_many_questions', {
      count: own < mostOfPerson ? ofGroup : own,
      seconds: Math.min(retrySeconds.most, Math.max(retrySeconds.least, seconds)),
    });
  }

  function enter(lane: Lane, { group }: Asker, key: string | null, work: Work<unknown>): Entry {
    const entry = { lane, key, group, waiters: new Set<Waiter>(), gone: new AbortController(), work, person: null };
    entries.add(entry);
    return entry;
  }

  async function wait({ person, signal }: Asker, entry: Entry): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const waiter: Waiter = { person, resolve, reject };
    entry.waiters.add(waiter);
    const leave = () => {
      entry.waiters.delete(waiter);
      reject(new AnalysisError('asker_gone'));
      if (entry.waiters.size > 0) return;
      entry.gone.abort();
      if (entry.person === null) entries.delete(entry);
    };
    signal?.addEventListener('abort', leave, { once: true });
    begin();
    try {
      return await promise;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  return {
    addLane<Place>(places: readonly Place[]): TurnsOfLane<Place> {
      const lane: Lane = { rank: lanes++, free: [...places], places };
      return {
        async take<Answer>(asker: Asker, key: string | null, work: Work<Place, Answer>) {
          if (asker.signal?.aborted) throw new AnalysisError('asker_gone');
          const known = [...entries].find(
            (one) => key !== null && one.key === key && one.group === asker.group && one.lane === lane && !one.gone.signal.aborted,
          );
          if (!known) refuseTooMany(asker);
          return (await wait(asker, known ?? enter(lane, asker, key, work as Work<unknown>))) as Answer;
        },
        hold(asker) {
          if (asker.signal?.aborted) throw new AnalysisError('asker_gone');
          refuseTooMany(asker);
          // Counted by this object, not by who asks: one may hold several.
          const holder = { ...asker };
          held.add(holder);
          return {
            take: async <Answer>(work: Work<Place, Answer>) =>
              (await wait(holder, enter(lane, holder, null, work as Work<unknown>))) as Answer,
            end: () => void held.delete(holder),
          };
        },
      };
    },
  };
}
