import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const compose = readFileSync(new URL('../../docker-compose.yml', import.meta.url), 'utf8');
const setting = (service: string, name: string) =>
  new RegExp(`^ {2}${service}:\\n(?: {4}.*\\n)*? {4}${name}: (.*)$`, 'm').exec(compose)?.[1];

/** As Compose fills in a variable: its default where it is empty or not set. */
function filledIn(text: string, environment: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{(\w+):-([^}]*)\}/g, (_, name: string, fallback: string) => environment[name] || fallback);
}

/** As Compose reads a duration: `1h2m3s4ms`. */
function durationMs(text: string): number {
  const units = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 } as const;
  expect(text).toMatch(/^(\d+(h|ms|m|s))+$/);
  return [...text.matchAll(/(\d+)(h|ms|m|s)/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * units[unit as keyof typeof units],
    0,
  );
}

test('Compose lets a worker drain for as long as it is set to, and then end what is left, before it kills', () => {
  // The worker ends by itself 8 s after it stopped draining, whatever hangs.
  const endsWithinMs = 8000;
  const variables = { DATABASE_URL: 'postgres://x', PLIMSOLL_SECRET_KEY: 'x'.repeat(32) };
  for (const PLIMSOLL_DRAIN_SECONDS of ['', '0', '20', '3600', '86400']) {
    const { drainMs } = readConfig({ ...variables, PLIMSOLL_DRAIN_SECONDS });
    const graceMs = durationMs(filledIn(setting('worker', 'stop_grace_period') ?? '', { PLIMSOLL_DRAIN_SECONDS }));
    expect(graceMs - drainMs, PLIMSOLL_DRAIN_SECONDS).toBeGreaterThanOrEqual(endsWithinMs + 2000);
    expect(graceMs - drainMs, PLIMSOLL_DRAIN_SECONDS).toBeLessThanOrEqual(endsWithinMs + 10_000);
  }
  expect(compose).toMatch(/PLIMSOLL_DRAIN_SECONDS: \$\{PLIMSOLL_DRAIN_SECONDS:-\}/);
});
