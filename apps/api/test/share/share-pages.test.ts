/** The views of a link beside its data: the page without JavaScript, the picture, the embed, the badges. All of them go at once. */
import { mainMetrics } from '@plimsoll/contracts/compared-metric';
import { api } from '@plimsoll/contracts/paths';
import type { Run } from '@plimsoll/contracts/run';
import { sharedSchema } from '@plimsoll/contracts/share';
import { noteFigure } from '@plimsoll/testbed/rounds';
import { runSentence } from '@plimsoll/wording/run-sentence';
import { beforeAll, describe, expect, it } from 'vitest';
import { hashOfLinkToken } from '../../src/http/link-token.ts';
import { previewSvg } from '../../src/share/picture/preview-svg.ts';
import { otherTeam, owner } from '../support/people.ts';
import { useApi } from '../support/scene.ts';
import { complete, finishedRun, launch, planInput, sampleAt, streamsAt, timesAround } from '../support/stored-runs.ts';
import { putWebPage, startTestApi } from '../support/test-api.ts';
import { everythingShown, type MadeShare, pagesShown, share, withoutOwnAddress } from './shares.ts';

const { test, boss } = useApi();
const shell = `<!doctype html><html lang="en"><head><meta name="referrer" content="same-origin" /><title>Plimsoll</title></head>
<body><div id="root"></div><noscript>Plimsoll needs JavaScript.</noscript><script type="module" src="/assets/a.js"></script></body></html>`;
beforeAll(async () => {
  putWebPage(test, shell);
});

const hostileName = `<script>alert("x")</script> & 'q' </title></noscript>`;
/** Never to be seen, whatever the link shows. */
const secrets = ['canary-header', 'canary-body', 'canary-note', 'canary-query', 'canary-example', 'generator-host.internal'];
/** Not to be seen once masked. */
const masked = ['127.0.0.1', '8787', 'private', 'checkout'];

async function loaded(name: string, ms: number): Promise<Run> {
  const plan = planInput({
    name,
    target: {
      url: 'http://127.0.0.1:8787/private/path?q=canary-query',
      method: 'POST',
      headers: { Authorization: 'Bearer canary-header' },
      body: 'canary-body',
    },
    thresholds: ['p(99) < 250ms'],
  });
  const run = await launch(boss, plan, { note: 'canary-note' });
  const bad = { outcome: 'response' as const, status: 503, message: 'canary-example', body: 'canary-example', second: 3, request: null };
  const samples = Array.from({ length: 20 }, (_, second) =>
    sampleAt(second, timesAround(ms, second), second === 3 ? { errors: [bad] } : {}),
  );
  await complete(test, run.id, samples);
  return run;
}

async function sharedComparison(names: [string, string], hide: string[] = []): Promise<MadeShare> {
  const [base, candidate] = [await loaded(names[0], 10), await loaded(names[1], 20)];
  const made = await boss<{ id: string }>('POST', api.comparisons, {
    base: [base.id],
    candidates: [[candidate.id]],
    title: `${names[0]} vs ${names[1]}`,
  });
  expect(made.status, made.text).toBe(201);
  return share(boss, { comparisonId: made.body.id, hide });
}

const look = (path: string) => test.anonymous('GET', path);
const picture = async (token: string) => (await test.app.inject({ url: `/s/${token}/preview.png` })).rawPayload;

describe('the page of a link', () => {
  it('holds title, description, preview tags and the verdict table, with nothing but the shell to run', async () => {
    const { token } = await sharedComparison(['base build', 'new build']);
    const { status, text, headers } = await look(`/s/${token}`);
    expect(status).toBe(200);
    const { sentence } = (await test.anonymous<{ content: { comparison: { sentence: string } } }>('GET', api.shared(token))).body.content
      .comparison;
    expect(text).toContain('<title>base build vs new build · Plimsoll</title>');
    expect(text).toContain('<meta property="og:title" content="base build vs new build">');
    expect(text).toContain(`<meta property="og:description" content="${sentence}">`);
    expect(text).toMatch(new RegExp(`<meta property="og:image" content="http://[^"/]+/s/${token}/preview.png">`));
    expect(text).toContain('<meta name="twitter:card" content="summary_large_image">');
    expect(text).toContain('<meta name="referrer" content="no-referrer">');
    expect(text).not.toContain('same-origin');
    expect(text).not.toContain('needs JavaScript.<');
    expect(text.match(/<script/g)).toHaveLength(1);
    expect(text.slice(text.indexOf('<tbody>'), text.indexOf('</tbody>')).match(/<tr>/g)).toHaveLength(mainMetrics.length);
    expect(text).toMatch(/<th scope="row" class="row-head name">p99 response time<\/th>.*?Worse/);
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-frame-options': 'DENY' });
    expect(headers['x-robots-tag']).toContain('noindex');
  });

  it('is built on the public address where one is set', async () => {
    const other = await startTestApi({ baseUrl: 'https://load.example.org' });
    try {
      const { db } = test.context;
      const { token } = await share(boss, { runId: (await loaded('elsewhere', 10)).id });
      const { rows } = await db.query('SELECT * FROM shares WHERE token_hash = $1', [hashOfLinkToken(token)]);
      await owner(other);
      const team = (await other.context.db.query<{ id: string }>('SELECT id FROM teams')).rows[0]?.id;
      await other.context.db.query(
        `INSERT INTO shares (id, team_id, token_hash, kind, title, content, expires_at) VALUES ($1, $2, $3, 'run', 't', $4, $5)`,
        [rows[0].id, team, rows[0].token_hash, JSON.stringify(rows[0].content), rows[0].expires_at],
      );
      putWebPage(other, shell);
      expect((await other.anonymous('GET', `/s/${token}`)).text).toContain(`content="https://load.example.org/s/${token}/preview.png"`);
      expect((await other.anonymous('GET', `/s/${token}/embed`)).text).toContain(`href="https://load.example.org/s/${token}"`);
    } finally {
      await other.close();
    }
  });

  it('escapes names that are markup, on the page, in the embed, in the picture and in the badge', async () => {
    const run = await loaded(hostileName, 10);
    for (const { token } of [await share(boss, { runId: run.id }), await sharedComparison([hostileName, hostileName])]) {
      const shown = await pagesShown(test, token);
      expect(shown).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;q&#39; &lt;/title&gt;&lt;/noscript&gt;');
      expect(shown).not.toContain('<script>');
      expect(shown).not.toContain('alert("x")');
      expect((await picture(token)).subarray(1, 4).toString()).toBe('PNG');
    }
  });

  it('tells of streams the time until their first message, as the run’s own page does; so does a link of an older version', async () => {
    const run = await launch(boss, planInput({ target: { url: 'http://127.0.0.1:8787/events', stream: 'sse' } }));
    const samples = Array.from({ length: 20 }, (_, second) => streamsAt(second, { wholeMs: 2000, firstMs: 20, gapMs: 400 }));
    await complete(test, run.id, samples);
    const own = runSentence((await boss<Run>('GET', api.run(run.id))).body);
    expect(own.replaceAll('\u00a0', ' ')).toMatch(/1000 requests in 20 s at 50\/s, p95 time to first message 20(\.0)? ms, no errors\.$/);
    for (const isOlder of [false, true]) {
      const { id, token } = await share(boss, { runId: run.id });
      if (isOlder) await test.context.db.query(`UPDATE shares SET content = content #- '{plan,streamsOnly}' WHERE id = $1`, [id]);
      const [page, embed, badge] = await Promise.all(
        ['', '/embed', '/badge.svg'].map(async (end) => (await look(`/s/${token}${end}`)).text),
      );
      expect(page).toContain(`<meta property="og:description" content="${own}">`);
      expect(embed).toContain(`<h1>${own}</h1>`);
      expect(embed).toContain('<p class="soft">p95 time to first message over time</p>');
      expect(badge?.replaceAll('\u00a0', ' ')).toMatch(/<title>Plimsoll: p95 time to first message 20(\.0)? ms · 50\/s, valid</);
      const svg = previewSvg(sharedSchema.parse((await test.anonymous('GET', api.shared(token))).body).content);
      expect(svg).toMatch(/>p95 time to first message<.*>20(\.0)?\u00a0ms</s);
      expect(svg).toMatch(/>p95 time to first<.*>message over time</s);
      expect(svg).not.toContain('p99');
    }
  });

  it('counts no view for the page and the picture, one for the embed', async () => {
    const { id, token } = await share(boss, { runId: (await loaded('viewed', 10)).id });
    await look(`/s/${token}`);
    await look(`/s/${token}/preview.png`);
    await look(`/s/${token}/badge.svg`);
    await look(`/s/${token}/embed`);
    const { items } = (await boss<{ items: { id: string; viewCount: number }[] }>('GET', api.shares)).body;
    expect(items.find((item) => item.id === id)?.viewCount).toBe(1);
  });
});

describe('secrets', () => {
  it('are on no page, picture or badge, and what is masked is neither', async () => {
    const { token } = await sharedComparison(['checkout one', 'checkout two'], ['host', 'path', 'name', 'tags']);
    const run = await share(boss, { runId: (await loaded('checkout three', 10)).id, hide: ['host', 'path', 'name', 'tags'] });
    for (const link of [token, run.token]) {
      const shown = withoutOwnAddress(await pagesShown(test, link));
      for (const word of [...secrets, ...masked]) expect(shown, word).not.toContain(word);
      expect(shown).toContain('•••');
    }
  });

  it('of a TLS client are on no share either: no key, no certificate, no name asked for', async () => {
    const pem = (label: string) => `-----BEGIN ${label}-----\ncanary-pem\n-----END ${label}-----`;
    const tls = {
      verify: false,
      serverName: 'canary-sni.internal',
      ca: pem('CERTIFICATE'),
      clientCertificate: { certificate: pem('CERTIFICATE'), key: pem('PRIVATE KEY') },
    };
    const secure = (change: object) =>
      planInput({ target: { url: 'https://127.0.0.1:8787/' }, connection: { tls: { ...tls, ...change } } });
    const runs = [await finishedRun(test, boss, { plan: secure({}) }), await finishedRun(test, boss, { plan: secure({ ca: null }) })];
    const made = await boss<{ id: string }>('POST', api.comparisons, { base: [runs[0]?.id], candidates: [[runs[1]?.id]] });
    for (const body of [{ runId: runs[0]?.id }, { comparisonId: made.body.id }]) {
      const { token } = await share(boss, body);
      const shown = await everythingShown(test, token);
      for (const word of ['canary', 'BEGIN']) expect(shown, word).not.toContain(word);
      expect(shown).toContain('"verify":false');
    }
  });
});

describe('the picture', () => {
  it('is a PNG of 1200 × 630 that other sites may show, drawn once for a link', async () => {
    const { token } = await sharedComparison(['picture base', 'picture new']);
    const answer = await test.app.inject({ url: `/s/${token}/preview.png` });
    expect(answer.headers).toMatchObject({ 'content-type': 'image/png', 'cross-origin-resource-policy': 'cross-origin' });
    const png = answer.rawPayload;
    expect([...png.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    // An empty canvas compresses to a few kB: text and lines are there.
    expect(png.length).toBeGreaterThan(20_000);
    expect(await picture(token)).toEqual(png);
  });
});

describe('the embed', () => {
  it('may be framed anywhere, runs nothing, and is the only one', async () => {
    const { token } = await sharedComparison(['embed base', 'embed new']);
    const { text, headers } = await look(`/s/${token}/embed`);
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors \*$/,
    );
    expect(headers['x-frame-options']).toBeUndefined();
    expect(headers['x-robots-tag']).toContain('noindex');
    expect(text).not.toMatch(/<script|javascript:| style=| on[a-z]+=/i);
    expect(text).toContain('prefers-color-scheme:dark');
    expect(text).toMatch(/<th scope="row" class="row-head name">Throughput<\/th>/);
    for (const path of ['/', `/s/${token}`, `/s/${token}/preview.png`, `/s/${token}/badge.svg`, api.shared(token), '/api/docs']) {
      const other = await look(path);
      expect(other.headers['content-security-policy'], path).toContain("frame-ancestors 'none'");
      expect(other.headers['x-frame-options'], path).toBe('DENY');
    }
  });
});

describe('the badge of a link', () => {
  it('says verdict and change of a comparison, figures of a run, and the validity of both', async () => {
    const compared = await look(`/s/${(await sharedComparison(['badge base', 'badge new'])).token}/badge.svg`);
    expect(compared.headers['content-type']).toBe('image/svg+xml');
    expect(compared.text).toMatch(/<title>Plimsoll: Worse · (p50|p99) \+\d+[.\d]*\u00a0%, valid<\/title>/);
    expect(compared.text).not.toContain('badge base');
    const run = await look(`/s/${(await share(boss, { runId: (await loaded('badge run', 10)).id })).token}/badge.svg`);
    // 50 requests a second; times go from 10.0 to 11.0 ms.
    expect(run.text).toMatch(/<title>Plimsoll: p99 11(\.0)?\u00a0ms · 50\/s, valid<\/title>/);
  });
});

const gone = ['', '/embed', '/preview.png', '/badge.svg'];
async function expectGone(token: string): Promise<void> {
  for (const path of gone) {
    const answer = await look(`/s/${token}${path}`);
    expect(answer.status, path).toBe(404);
    expect(answer.headers['cache-control'], path).toBe('no-store');
    expect(answer.text, path).not.toContain('og:title');
  }
}

describe('revoking', () => {
  it('ends page, embed, picture and badge at once, also after they were shown; expired and unknown look the same', async () => {
    const run = await loaded('ends', 10);
    const [revoked, expired] = [await share(boss, { runId: run.id }), await share(boss, { runId: run.id })];
    for (const { token } of [revoked, expired]) for (const path of gone) expect((await look(`/s/${token}${path}`)).status, path).toBe(200);
    await boss('DELETE', api.share(revoked.id));
    await test.context.db.query(`UPDATE shares SET expires_at = now() - interval '1 s' WHERE id = $1`, [expired.id]);
    const revokedAt = performance.now();
    await expectGone(revoked.token);
    noteFigure('S3', 'a revoked link gone after, ms', performance.now() - revokedAt);
    for (const token of [expired.token, 'A'.repeat(27), 'short', '%00']) await expectGone(token);
    const bodies = await Promise.all([revoked.token, expired.token, 'B'.repeat(27)].map((token) => look(`/s/${token}`)));
    expect(new Set(bodies.map(({ text }) => text)).size).toBe(1);
  });

  it('by one switch ends every link and badge of the team, and of no other team', async () => {
    const stranger = await otherTeam(test);
    const run = await loaded('switch', 10);
    const open = [await share(boss, { runId: run.id }), await share(boss, { runId: run.id, hide: ['name'] })];
    const { body: plan } = await boss<{ id: string }>('POST', api.plans, { plan: planInput() });
    const badge = (await boss<{ url: string }>('POST', api.planBadge(plan.id))).body.url;
    expect((await stranger<{ revoked: number }>('DELETE', api.shares)).body).toEqual({ revoked: 0 });
    expect((await look(`/s/${open[0]?.token}`)).status).toBe(200);
    const live = (await boss<{ items: { revokedAt: string | null; expiresAt: string }[] }>('GET', api.shares)).body.items.filter(
      (item) => item.revokedAt === null && Date.parse(item.expiresAt) > Date.now(),
    );
    const answer = await boss<{ revoked: number }>('DELETE', api.shares);
    expect([answer.status, answer.body]).toEqual([200, { revoked: live.length + 1 }]);
    for (const { token } of open) await expectGone(token);
    expect((await look(new URL(badge).pathname)).status).toBe(404);
    expect((await boss<{ revoked: number }>('DELETE', api.shares)).body).toEqual({ revoked: 0 });
    const { rows } = await test.context.db.query(`SELECT 1 FROM shares WHERE content <> '{}' AND expires_at > now()`);
    expect(rows).toHaveLength(0);
  });
});
