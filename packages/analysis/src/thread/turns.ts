/**
 * Whose question is next. Groups take turns, then the people in them; of each group and of each person one question is under way at a
 * time, so whoever asks all it can has one place, and the others wait for one answer of it at most. Pure but for the clock.
 */
import { AnalysisError } from './analysis-error.ts';
import { type Asker, house } from './asker.ts';

export interface Turns<Place> {
  /**
   * Does the work when its turn comes. Questions of one group with the same key that wait or are under way are one. `gone` is aborted
   * when all who asked have gone. Throws AnalysisError `too_many_questions` beyond the depth, `asker_gone` for who has gone.
   */
  take<Answer>(asker: Asker, key: string | null, work: (place: Place, gone: AbortSignal) => Promise<Answer>): Promise<Answer>;
  /** Begins what takes many turns: it counts as one question from now until `end`, and its turns are never refused. Throws as `take`. */
  hold(asker: Asker): Held<Place>;
}

export interface Held<Place> {
  take<Answer>(work: (place: Place, gone: AbortSignal) => Promise<Answer>): Promise<Answer>;
  end(): void;
}

export interface TurnsOptions<Place> {
  /** Each has one question under way; the first that is free is taken. */
  readonly places: readonly Place[];
  /** Questions of one person, waiting and under way. */
  readonly mostOfPerson: number;
}

/** So many times what one person may ask may a whole group. */
const groupTimes = 4;
const retrySeconds = { least: 1, most: 60 };

interface Waiter {
  readonly person: string;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Entry<Place> {
  readonly key: string | null;
  readonly group: string;
  readonly waiters: Set<Waiter>;
  readonly gone: AbortController;
  readonly work: (place: Place, gone: AbortSignal) => Promise<unknown>;
  /** Whose turn it took; null while it waits. */
  person: string | null;
}

interface Candidate<Place> {
  readonly entry: Entry<Place>;
  readonly person: string;
}

export function openTurns<Place>({ places, mostOfPerson }: TurnsOptions<Place>): Turns<Place> {
  const entries = new Set<Entry<Place>>();
  const held = new Set<Asker>();
  const free = [...places];
  /** Number of the last turn, of groups and of people. */
  const last = { group: new Map<string, number>(), person: new Map<string, number>() };
  let turn = 0;
  let usualMs = 0;

  /** The longer ago its group and its person had a turn, the sooner; a person has no more turns for being in more groups. */
  const ages = ({ entry, person }: Candidate<Place>): readonly number[] => {
    const [group, own] = [last.group.get(entry.group) ?? 0, last.person.get(person) ?? 0];
    return [Math.max(group, own), own, group];
  };
  const isSooner = (one: Candidate<Place>, other: Candidate<Place>): boolean => {
    const than = ages(other);
    return (
      (ages(one)
        .map((age, index) => age - (than[index] ?? 0))
        .find((less) => less !== 0) ?? 0) < 0
    );
  };

  function pick(): Candidate<Place> | null {
    let best: Candidate<Place> | null = null;
    const underWay = [...entries].filter(({ person }) => person !== null);
    const busyGroups = new Set(underWay.map(({ group }) => group));
    const busyPeople = new Set(underWay.map(({ person }) => person));
    for (const entry of entries) {
      if (busyGroups.has(entry.group)) continue;
      for (const person of new Set([...entry.waiters].map((waiter) => waiter.person))) {
        if (busyPeople.has(person)) continue;
        const candidate = { entry, person };
        if (best === null || isSooner(candidate, best)) best = candidate;
      }
    }
    return best;
  }

  function begin(): void {
    while (free.length > 0) {
      const next = pick();
      if (!next) return;
      void act(next.entry, next.person, free.shift() as Place);
    }
  }

  async function act(entry: Entry<Place>, person: string, place: Place): Promise<void> {
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
    if (group === house.group) return;
    const asked = [...entries.values().filter((entry) => entry.group === group)];
    const begun = [...held.values().filter((asker) => asker.group === group)];
    const own =
      asked.filter(({ waiters }) => waiters.values().some((waiter) => waiter.person === person)).length +
      begun.filter((asker) => asker.person === person).length;
    const ofGroup = asked.length + begun.length;
    if (own < mostOfPerson && ofGroup < mostOfPerson * groupTimes) return;
    const seconds = Math.ceil((usualMs * ofGroup) / 1000);
    throw new AnalysisError('too_many_questions', {
      count: own < mostOfPerson ? ofGroup : own,
      seconds: Math.min(retrySeconds.most, Math.max(retrySeconds.least, seconds)),
    });
  }

  type Work = (place: Place, gone: AbortSignal) => Promise<unknown>;

  function enter({ group }: Asker, key: string | null, work: Work): Entry<Place> {
    const entry = { key, group, waiters: new Set<Waiter>(), gone: new AbortController(), work, person: null };
    entries.add(entry);
    return entry;
  }

  async function wait({ person, signal }: Asker, entry: Entry<Place>): Promise<unknown> {
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
    async take<Answer>(asker: Asker, key: string | null, work: (place: Place, gone: AbortSignal) => Promise<Answer>) {
      if (asker.signal?.aborted) throw new AnalysisError('asker_gone');
      const same = (one: Entry<Place>) => key !== null && one.key === key && one.group === asker.group && !one.gone.signal.aborted;
      const known = entries.values().find(same);
      if (!known) refuseTooMany(asker);
      return (await wait(asker, known ?? enter(asker, key, work))) as Answer;
    },
    hold(asker) {
      if (asker.signal?.aborted) throw new AnalysisError('asker_gone');
      refuseTooMany(asker);
      // Counted by this object, not by who asks: one may hold several.
      const holder = { ...asker };
      held.add(holder);
      return {
        take: async <Answer>(work: (place: Place, gone: AbortSignal) => Promise<Answer>) =>
          (await wait(holder, enter(holder, null, work))) as Answer,
        end: () => void held.delete(holder),
      };
    },
  };
}
