import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { problemIn } from '../support/asking.ts';
import { useEmptyApi } from '../support/scene.ts';

const test = useEmptyApi();

describe('the page', () => {
  it('says in plain words that the web is not built yet', async () => {
    const answer = await test.anonymous('GET', '/');
    expect([answer.status, answer.headers['content-type']]).toEqual([503, 'text/plain; charset=utf-8']);
    expect(answer.text).toContain('npm run build');
    expect((await test.anonymous('GET', '/api/v1/health')).status).toBe(200);
  });

  it('is answered for every path of the app and never cached, while hashed files are kept for ever', async () => {
    const dist = test.config.webDirectory;
    mkdirSync(join(dist, 'assets'), { recursive: true });
    writeFileSync(join(dist, 'index.html'), '<!doctype html><title>Plimsoll</title>');
    writeFileSync(join(dist, 'assets', 'index-a1b2.js'), 'export {};');
    writeFileSync(join(dist, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    for (const path of ['/', '/runs', '/runs/9b3c?tab=errors', '/compare?base=a&candidate=b', '/setup']) {
      const answer = await test.anonymous('GET', path);
      expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']], path).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-cache',
      ]);
    }
    const script = await test.anonymous('GET', '/assets/index-a1b2.js');
    expect([script.status, script.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect((await test.anonymous('GET', '/favicon.svg')).headers['content-type']).toContain('image/svg+xml');
    for (const path of ['/assets/none.js', '/none.png', '/assets/../../../etc/passwd', '/..%2f..%2fetc%2fpasswd', '/%2e%2e/package.json'])
      expect((await test.anonymous('GET', path)).text, path).not.toMatch(/root:|"name"/);
    expect((await test.anonymous('GET', '/assets/none.js')).status).toBe(404);
    expect(problemIn(await test.anonymous('POST', '/runs', {})).status).toBe(404);
    // The answer for a path outside the web is the same, whether a file is there or not.
    const answers = await Promise.all(
      ['/../../../../../../etc/passwd', '/../../../../../../etc/no-such'].map((path) => test.anonymous('POST', path, {})),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect((await test.anonymous('GET', '/.vite/manifest.json')).status).toBe(404);
  });

  it('with the token of a link in its address is kept by nobody, listed by nobody and told to nobody', async () => {
    for (const path of ['/join/some-token', '/reset/some-token', '/break-glass/some-token', '/JOIN/some-token?x=1', '/join/some-token/'])
      expect((await test.anonymous('GET', path)).headers, path).toMatchObject({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow, noarchive',
        'referrer-policy': 'no-referrer',
      });
    expect((await test.anonymous('GET', '/runs')).headers['x-robots-tag']).toBeUndefined();
  });

  it('comes as it was compressed by the build, and what is made on request is compressed on its way', async () => {
    const assets = join(test.config.webDirectory, 'assets');
    writeFileSync(join(assets, 'index-a1b2.js.br'), 'as Brotli');
    const ask = (path: string, encoding: string) => test.app.inject({ method: 'GET', url: path, headers: { 'accept-encoding': encoding } });
    const script = await ask('/assets/index-a1b2.js', 'gzip, br');
    expect([script.body, script.headers['content-encoding'], script.headers['content-type']]).toEqual([
      'as Brotli',
      'br',
      expect.stringContaining('javascript'),
    ]);
    expect((await ask('/assets/index-a1b2.js', 'identity')).body).toBe('export {};');
    expect((await ask('/api/openapi.json', 'br')).headers['content-encoding']).toBe('br');
    expect((await ask('/api/openapi.json', 'gzip')).headers['content-encoding']).toBe('gzip');
  });

  it('waits 10 s for the head of a request, 30 s for all of it, and takes so many connections at once', () => {
    const { headersTimeout, requestTimeout, maxConnections } = test.app.server;
    expect([headersTimeout, requestTimeout, maxConnections]).toEqual([10_000, 30_000, 5000]);
  });

  it.each(['/', '/api/docs/', '/s/unknown'])('has the headers that keep others out on %s', async (path) => {
    const { headers } = await test.anonymous('GET', path);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    for (const rule of ["default-src 'self'", "base-uri 'none'", "object-src 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(rule);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toMatch(/same-origin|no-referrer/);
  });

  it.each(['/api/v1/health', '/api/v1/nothing', '/api/openapi.json'])(
    'has the headers that keep others out on %s, which loads nothing itself',
    async (path) => {
      const { headers } = await test.anonymous('GET', path);
      expect(headers).toMatchObject({
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-store',
      });
    },
  );
});

describe('the description of the API', () => {
  it('is read at /api/docs, with no inline script and nothing of another host', async () => {
    const { text } = await test.anonymous('GET', '/api/docs/');
    const scripts = [...text.matchAll(/<script([^>]*)>([^<]*)<\/script>/g)];
    expect(scripts.map(([, at, inline]) => [at?.trim(), inline])).toEqual([
      ['src="js/scalar.js"', ''],
      ['src="./start.js"', ''],
    ]);
    expect(text).not.toMatch(/https?:\/\//);
    const start = await test.anonymous('GET', '/api/docs/start.js');
    expect(start.text).toContain("Scalar.createApiReference('#app'");
    expect(start.text).toContain('/api/openapi.json');
    expect((await test.anonymous('GET', '/api/docs/js/scalar.js')).status).toBe(200);
  });

  it('is OpenAPI 3.1 and names every path with its answers', async () => {
    const { body } = await test.anonymous<{
      openapi: string;
      paths: Record<string, Record<string, { responses: Record<string, unknown>; security?: unknown[] }>>;
      components: { schemas: Record<string, unknown> };
    }>('GET', '/api/openapi.json');
    expect(body.openapi).toBe('3.1.0');
    expect(Object.keys(body.paths)).toContain('/api/v1/runs/{id}/live');
    expect(Object.keys(body.paths['/api/v1/runs']?.post?.responses ?? {})).toEqual(
      expect.arrayContaining(['201', '400', '401', '409', '429']),
    );
    expect(body.paths['/api/v1/shared/{token}']?.get?.security).toEqual([]);
    expect(Object.keys(body.components.schemas)).toEqual(expect.arrayContaining(['Plan', 'Run', 'Problem']));
    const references = JSON.stringify(body).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g);
    for (const [, name = ''] of references) expect(body.components.schemas, name).toHaveProperty([name]);
  });

  it('describes the HTTP client of a plan, what may be chosen and what drives by default', async () => {
    type ConnectionSchema = { properties: { client: object } };
    const { body } = await test.anonymous<{ components: { schemas: Record<'PlanConnection' | 'PlanInputConnection', ConnectionSchema> } }>(
      'GET',
      '/api/openapi.json',
    );
    const editor = await test.anonymous<{ properties: { connection: ConnectionSchema } }>('GET', '/api/v1/plan.schema.json');
    const { PlanConnection, PlanInputConnection } = body.components.schemas;
    for (const { properties } of [PlanConnection, PlanInputConnection, editor.body.properties.connection])
      expect(properties.client).toMatchObject({
        enum: ['undici', 'wire'],
        default: 'undici',
        description: expect.stringMatching(/raw sockets/),
      });
  });

  it('has the schema of a plan for editors', async () => {
    const { body, headers } = await test.anonymous<{ properties: object; required: string[] }>('GET', '/api/v1/plan.schema.json');
    expect(headers['content-type']).toContain('application/schema+json');
    expect(Object.keys(body.properties)).toEqual(expect.arrayContaining(['target', 'load', 'thresholds']));
    expect(body.required).not.toContain('timeout');
  });
});
