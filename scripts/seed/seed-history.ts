/** Weeks of a team's work, in the order in which they happened. */
import { createExperimentSchema } from '@plimsoll/contracts/experiment';
import { createFirstOwner, createTeam, insertMember, insertPerson, setupNeeded } from '@plimsoll/store/accounts';
import { setBaseline } from '@plimsoll/store/baselines';
import type { DbPool } from '@plimsoll/store/db';
import { insertInvitation } from '@plimsoll/store/invitations';
import { savePlan } from '@plimsoll/store/plans';
import { makeSampleMonths } from '@plimsoll/store/sample-months';
import { hashOfLinkToken, newLinkToken } from '../../apps/api/src/http/link-token.ts';
import { createRandom } from '../../packages/statistics/src/bootstrap/random.ts';
import { dateBack } from './date-back.ts';
import { makePlans } from './seeded-plans.ts';
import { regression } from './simulated-service.ts';
import { openStandIn, type Place } from './stand-in.ts';

export const owner = { name: 'Ada Lovelace', email: 'ada@example.com', team: 'Payments' } as const;
const others = [
  { name: 'Grace Hopper', email: 'grace@example.com', role: 'admin' },
  { name: 'Edsger Dijkstra', email: 'edsger@example.com', role: 'editor' },
  { name: 'Barbara Liskov', email: 'barbara@example.com', role: 'viewer' },
] as const;

export interface SeedOptions {
  readonly databaseUrl: string;
  readonly secretKey: string;
  readonly passwordHash: string;
  readonly demoPort: number;
  /** The same number makes the same figures. */
  readonly seed: number;
  /** Runs beside those of experiments. */
  readonly runs: number;
  readonly weeks: number;
  readonly say: (sentence: string) => void;
}

/** Where its pages are, and what they show. */
export interface Seeded {
  readonly paths: Readonly<
    Record<'plan' | 'base' | 'candidate' | 'overload' | 'calls' | 'comparison' | 'experiment' | 'sweep' | 'capacity', string>
  >;
  readonly links: Readonly<Record<'run' | 'comparison' | 'experiment', string>>;
  readonly invitation: string;
}

const dayMs = 86_400_000;
/** A round of the team's habits: what is run how often. */
const habits = ['checkout', 'search', 'checkout', 'basket', 'checkout', 'search', 'checkout', 'updates', 'search', 'breakpoint'] as const;

async function makePeople(db: DbPool, passwordHash: string, began: Date): Promise<{ teamId: string; people: readonly string[] }> {
  const made = (await setupNeeded(db)) ? await createFirstOwner(db, { ...owner, passwordHash }) : null;
  const id = made?.user.id ?? (await insertPerson(db, { ...owner, passwordHash, verified: true }));
  const team = made?.team ?? (id && (await createTeam(db, id, owner.team, Number.POSITIVE_INFINITY)));
  if (!id || !team) throw new Error(`There is an account of ${owner.email} already.`);
  const people = [id];
  for (const { role, ...person } of others) {
    const userId = await insertPerson(db, { ...person, passwordHash, verified: true });
    if (userId === null) throw new Error(`There is an account of ${person.email} already.`);
    await insertMember(db, { teamId: team.id, userId, role });
    people.push(userId);
  }
  for (const userId of people) await dateBack(db, 'users', userId, began);
  await db.query('UPDATE members SET created_at = $2 WHERE team_id = $1', [team.id, began]);
  await dateBack(db, 'teams', team.id, began);
  return { teamId: team.id, people };
}

export async function seedHistory(db: DbPool, options: SeedOptions): Promise<Seeded> {
  const { databaseUrl, secretKey, seed, weeks, runs, say } = options;
  const began = new Date(Date.now() - weeks * 7 * dayMs);
  const { teamId, people } = await makePeople(db, options.passwordHash, began);
  for (let month = began.getTime(); month < Date.now(); month += 28 * dayMs) await makeSampleMonths(db, new Date(month));
  const random = createRandom(seed);
  const makers = people.slice(0, 3);
  const plans = makePlans(options.demoPort);
  const saved = new Map<string, string>();
  for (const name of new Set(habits)) {
    const { id } = await savePlan(db, { teamId, userId: people[0] as string, plan: plans[name], secretKey });
    await dateBack(db, 'plans', id, began);
    saved.set(name, id);
  }
  const standIn = openStandIn(db, { databaseUrl, teamId, secretKey, seed });
  /** Two thirds of a step away from its neighbours at least; the last one is an hour old. */
  const placeOf = (n: number): Place => {
    const at = Math.min(1, (n + 0.3 * random()) / runs);
    return { at, moment: new Date(began.getTime() + at * (weeks * 7 * dayMs - 3_600_000)) };
  };
  const ids: Record<string, string[]> = {};
  const before = (name: string) => ids[name]?.[0] ?? '';
  const experiment = async (name: string, place: Place, asked: object) => {
    say(`${name} …`);
    return standIn.experiment(name, makers[1] as string, createExperimentSchema.parse({ coolDown: '0s', ...asked }), place);
  };
  /** Between two runs of the history, each once. */
  const studies: readonly (readonly [at: number, make: (place: Place) => Promise<string>])[] = [
    [
      0.3,
      (place) =>
        experiment('Noise of the search', place, {
          kind: 'aa',
          planId: saved.get('search'),
          variants: [{ name: 'search', plan: plans.search }],
          repeats: 3,
        }),
    ],
    [
      0.45,
      (place) =>
        experiment('Keep-alive of the checkout', place, {
          kind: 'ab',
          // The stand-in makes one run at a time.
          design: 'runs',
          planId: saved.get('checkout'),
          variants: [
            { name: 'keep-alive on', plan: plans.checkout },
            { name: 'keep-alive off', plan: plans.checkoutWithoutKeepAlive },
          ],
          repeats: 3,
        }),
    ],
    [
      0.85,
      (place) =>
        experiment('Connections of the search', place, {
          kind: 'sweep',
          variants: [4, 8, 12, 20, 40].map((count) => ({ name: `${count} connections`, plan: plans.searchWith(count) })),
          repeats: 2,
        }),
    ],
    [
      0.92,
      (place) =>
        experiment('Capacity of the checkout', place, {
          kind: 'capacity',
          planId: saved.get('checkout'),
          variants: [{ name: 'checkout', plan: plans.checkout }],
          search: { thresholds: ['p(99) < 100ms'], startRate: 200, maxRate: 2000, precision: 0.1 },
        }),
    ],
  ];
  try {
    const done: string[] = [];
    for (let n = 0; n < runs; n++) {
      const place = placeOf(n);
      const name = habits[n % habits.length] as (typeof habits)[number];
      const version = place.at < regression.from ? '2.13' : place.at < regression.until ? '2.14' : '2.15';
      const commit = Math.floor(random() * 2 ** 40)
        .toString(16)
        .padStart(10, '0');
      const tags = { ...plans[name].tags, branch: n % 9 === 4 ? 'feature/faster-basket' : 'main', commit, version };
      const stopped = n % 37 === 20 ? { stoppedAfter: 7 } : {};
      const id = await standIn.run(
        { plan: plans[name], planId: saved.get(name) as string, userId: makers[n % 3] as string, tags, note: '' },
        { ...place, ...stopped },
      );
      ids[name] = [...(ids[name] ?? []), id];
      if (name === 'checkout') ids[version] = [...(ids[version] ?? []), id];
      if (ids[name]?.length === 2) await setBaseline(db, teamId, saved.get(name) as string, before(name));
      for (const [at, make] of studies.slice(done.length)) if (place.at >= at) done.push(await make(placeOf(n + 0.5)));
      if (n % 20 === 19) say(`${n + 1} of ${runs} runs`);
    }
    const [base = '', candidate = ''] = [ids['2.13']?.at(-1), ids['2.14']?.[0]];
    const arms = { base: (ids['2.13'] ?? []).slice(-3), candidates: [(ids['2.14'] ?? []).slice(0, 3)], window: null };
    const { id: comparison } = await standIn.analysis.compareRuns({
      teamId,
      arms,
      keep: { userId: makers[0] as string, title: '2.14 after 2.13' },
    });
    const link = async (kind: 'run' | 'comparison' | 'experiment', id: string) => {
      const token = newLinkToken();
      const expiresAt = new Date(Date.now() + 30 * dayMs);
      await standIn.analysis.freezeShare({
        teamId,
        kind,
        id,
        hide: [],
        userId: makers[0] as string,
        tokenHash: hashOfLinkToken(token),
        expiresAt,
      });
      return `/s/${token}`;
    };
    const token = newLinkToken();
    const expiresAt = new Date(Date.now() + 7 * dayMs);
    await insertInvitation(db, {
      teamId,
      by: people[0] as string,
      email: 'alan@example.com',
      role: 'editor',
      tokenHash: hashOfLinkToken(token),
      expiresAt,
    });
    const overload = ids.breakpoint?.at(-1) ?? '';
    return {
      paths: {
        plan: `/plans/${saved.get('checkout')}`,
        base: `/runs/${base}`,
        candidate: `/runs/${candidate}`,
        overload: `/runs/${overload}`,
        calls: `/runs/${ids.updates?.at(-1)}`,
        comparison: `/comparisons/${comparison}`,
        experiment: `/experiments/${done[1]}`,
        sweep: `/experiments/${done[2]}`,
        capacity: `/experiments/${done[3]}`,
      },
      links: {
        run: await link('run', overload),
        comparison: await link('comparison', comparison ?? ''),
        experiment: await link('experiment', done[1] ?? ''),
      },
      invitation: `/join/${token}`,
    };
  } finally {
    await standIn.close();
  }
}
