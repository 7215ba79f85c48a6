/** Figures of finished runs: kept, said to be unchanged to who has them, and made again as soon as anything they follow from is another. */
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { api } from '@plimsoll/contracts/paths';
import type { Run } from '@plimsoll/contracts/run';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { findTeamId, member, otherTeam, signIn } from '../support/people.ts';
import { plantedRun } from '../support/planted-runs.ts';
import { useApi } from '../support/scene.ts';
import { begin, finish, finishedRun, launch, planInput, put, sampleAt } from '../support/stored-runs.ts';

const { test, boss } = useApi({ mostQuestions: 4 });
const tagged = (tag: unknown) => ({ 'if-none-match': String(tag) });
const csv = (value: number) => `secs,cpu\n${Array.from({ length: 20 }, (_, second) => `${second},${value}`).join('\n')}\n`;

let run: Run;
let other: Run;
beforeAll(async () => {
  run = await finishedRun(test, boss, { seconds: 30 });
  other = await finishedRun(test, boss, { seconds: 30, ms: 20 });
});

const questions = () => [
  api.samples(run.id),
  `${api.samples(run.id)}?from=3&to=20`,
  api.curve(run.id),
  api.latency(run.id),
  api.story(run.id),
  `${api.windowSummary(run.id)}?from=3&to=20`,
  `/api/v1/comparison?base=${run.id}&candidate=${other.id}`,
];

it('each is computed once, and told to be unchanged to who has it, whatever the run is called meanwhile', async () => {
  const { analysis } = test.context;
  const asked = vi.spyOn(analysis, 'written');
  for (const url of questions()) {
    asked.mockClear();
    const first = await boss('GET', url);
    expect(first.status, url).toBe(200);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    await boss('PATCH', api.run(run.id), { note: `note of ${url}`, tags: { seen: 'yes' } });
    const again = await boss('GET', url);
    expect([again.text, again.headers.etag]).toEqual([first.text, first.headers.etag]);
    const known = await boss('GET', url, undefined, tagged(first.headers.etag));
    expect([known.status, known.text, known.headers.etag]).toEqual([304, '', first.headers.etag]);
    expect((await boss('GET', url, undefined, tagged('"another"'))).status).toBe(200);
    expect(asked, url).toHaveBeenCalledTimes(1);
  }
  asked.mockRestore();
  const tags = await Promise.all(questions().map(async (url) => (await boss('GET', url)).headers.etag));
  expect(new Set(tags).size).toBe(tags.length);
});

it('goes out packed as the reader takes it, the same whichever way', async () => {
  const url = api.samples(run.id);
  const session = { cookie: await signIn(test) };
  const ask = (encoding: string) => test.app.inject({ url, headers: { ...session, 'accept-encoding': encoding } });
  const plain = (await boss('GET', url)).text;
  for (let i = 0; i < 2; i++) {
    const [br, gzip, none] = [await ask('gzip, deflate, br, zstd'), await ask('gzip;q=0.5, br;q=0'), await ask('deflate')];
    expect([br, gzip, none].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined]);
    expect(br.headers.vary).toBe('accept-encoding, accept-language');
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain);
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain);
    expect(none.payload).toBe(plain);
  }
});

describe('it is made again', () => {
  const tagOf = async (url: string) => (await boss('GET', url)).headers.etag;

  it('when the target’s resources are brought, and brought again', async () => {
    const url = api.story(run.id);
    const seen = [await tagOf(url)];
    for (const value of [10, 20]) {
      const answer = await boss('POST', `${api.runResources(run.id)}?source=probe`, csv(value), { 'content-type': 'text/csv' });
      expect(answer.status, answer.text).toBe(200);
      seen.push(await tagOf(url));
    }
    expect(new Set(seen).size).toBe(3);
  });

  it('when its samples are thinned, and is gone with the run, and for another team', async () => {
    const old = await finishedRun(test, boss, { seconds: 60 });
    const url = api.samples(old.id);
    const whole = await boss<{ points: unknown[] }>('GET', url);
    const teamId = await findTeamId(boss);
    const { db, analysis } = test.context;
    await db.query('UPDATE teams SET samples_days = 1 WHERE id = $1', [teamId]);
    const { rows } = await db.query<{ endedAt: string }>(
      `UPDATE runs SET ended_at = now() - interval '3 days' WHERE id = $1 RETURNING ended_at::text AS "endedAt"`,
      [old.id],
    );
    expect(await analysis.thinRun({ id: old.id, teamId, due: 'thin', endedAt: rows[0]?.endedAt ?? '' })).not.toBeNull();
    const thinned = await boss<{ points: unknown[] }>('GET', url, undefined, tagged(whole.headers.etag));
    expect(thinned.status).toBe(200);
    expect(thinned.body.points.length).toBeLessThan(whole.body.points.length);
    expect((await (await otherTeam(test))('GET', url, undefined, tagged(thinned.headers.etag))).status).toBe(404);
    expect((await boss('DELETE', api.run(old.id))).status).toBe(204);
    expect((await boss('GET', url, undefined, tagged(thinned.headers.etag))).status).toBe(404);
  });

  it('when the noise floor of the plan is another: a comparison', async () => {
    const saved = await boss<{ id: string }>('POST', api.plans, { plan: planInput() });
    expect(saved.status, saved.text).toBe(201);
    const ends: Run[] = [];
    for (const ms of [10, 11]) {
      const { id } = (await boss<Run>('POST', api.runs, { planId: saved.body.id })).body;
      const samples = Array.from({ length: 20 }, (_, second) => sampleAt(second, [ms, ms + 1]));
      await begin(test, id);
      await put(test, id, samples);
      await finish(test, id, samples);
      ends.push((await boss<Run>('GET', api.run(id))).body);
    }
    const url = `/api/v1/comparison?base=${ends[0]?.id}&candidate=${ends[1]?.id}`;
    const before = await tagOf(url);
    expect(await tagOf(url)).toBe(before);
    await test.context.db.query('UPDATE plans SET noise_floor = 0.2 WHERE id = $1', [saved.body.id]);
    const after = await boss<{ noiseFloor: number }>('GET', url, undefined, tagged(before));
    expect([after.status, after.body.noiseFloor]).toEqual([200, 0.2]);
  });

  it('each time, while the run is under way', async () => {
    const { id } = await launch(boss);
    await begin(test, id);
    await put(test, id, [sampleAt(0, [5])]);
    const count = async () => {
      const answer = await boss<{ points: unknown[] }>('GET', api.samples(id));
      expect(answer.headers.etag).toBeUndefined();
      return answer.body.points.length;
    };
    expect(await count()).toBe(1);
    await put(test, id, [sampleAt(1, [5])]);
    expect(await count()).toBe(2);
    await finish(test, id, [sampleAt(0, [5]), sampleAt(1, [5])]);
  });
});

describe('a person who asks too much', () => {
  let base: string | undefined;
  it('is refused in words with 429 and Retry-After, others of the team and of other teams are answered', async () => {
    const long = await plantedRun(test, boss, { seconds: 1800, ms: 10 });
    const colleague = await member(test, await findTeamId(boss), 'viewer');
    const stranger = await otherTeam(test);
    const theirs = await finishedRun(test, stranger);
    const answers = Array.from({ length: 12 }, (_, i) => boss('GET', `${api.curve(long.id)}?from=0&to=${1000 + i}`));
    const [own, foreign] = await Promise.all([
      colleague('GET', `${api.curve(long.id)}?from=0&to=999`),
      stranger('GET', api.curve(theirs.id)),
    ]);
    expect([own.status, foreign.status]).toEqual([200, 200]);
    const all = await Promise.all(answers);
    const refused = all.filter(({ status }) => status === 429);
    // An answer that was there before the last was asked for made room.
    const answered = all.filter(({ status }) => status === 200).length;
    expect([answered + refused.length, answered >= 4, answered < 9]).toEqual([12, true, true]);
    expect(refused[0]?.headers['content-type']).toContain('application/problem+json');
    expect(refused[0]?.body).toMatchObject({
      code: 'too_many_requests',
      detail: expect.stringMatching(/^4 questions about figures are already waiting/),
    });
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    // It passes.
    expect((await boss('GET', `${api.curve(long.id)}?from=0&to=900`)).status).toBe(200);
  });

  it('and goes away leaves nothing behind: what waited is never computed', async () => {
    const { analysis } = test.context;
    const long = await plantedRun(test, boss, { seconds: 3600, ms: 10 });
    base ??= await test.app.listen({ port: 0, host: '127.0.0.1' });
    const cookie = await signIn(test);
    const asked = vi.spyOn(analysis, 'written');
    const open = Array.from({ length: 4 }, (_, i) => {
      const sent = request(`${base}${api.samples(long.id)}?from=0&to=${3500 + i}`, { headers: { cookie }, agent: false });
      sent.on('error', () => undefined);
      sent.end();
      return sent;
    });
    await expect.poll(() => asked.mock.calls.length).toBe(4);
    const outcomes = asked.mock.results.map(({ value }) =>
      (value as Promise<unknown>).then(
        () => 'answered',
        (error: { code: string }) => error.code,
      ),
    );
    for (const sent of open) sent.destroy();
    expect(await Promise.all(outcomes)).toEqual(Array.from({ length: 4 }, () => 'asker_gone'));
    asked.mockRestore();
    // One was under way, of two pages of samples or more; nothing else is in the way of this one.
    expect((await boss('GET', api.curve(run.id))).status).toBe(200);
  });
});
