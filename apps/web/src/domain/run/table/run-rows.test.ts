import type { GrpcFigures } from '@plimsoll/contracts/sample';
import { expect, it } from 'vitest';
import { countFailures, countWarmupSeconds } from './run-rows.ts';

const statuses = (counts: GrpcFigures['statuses']) => ({ statuses: counts }) as GrpcFigures;

it('counts failed calls by their own status, beside those that ended without one, up to what failed', () => {
  const point = { outcomes: { response: 10, timeout: 2 }, statuses: { 200: 10 }, failed: 5 };
  expect(countFailures({ ...point, grpc: statuses({ OK: 7, NOT_FOUND: 3 }) }, '4xx-5xx')).toEqual({ timeout: 2, NOT_FOUND: 3 });
  expect(countFailures({ ...point, failed: 2, grpc: statuses({ NOT_FOUND: 10 }) }, '4xx-5xx')).toEqual({ timeout: 2 });
});

it('shades the warm-up that leads a run, and not all up to the last burn-in of its turns', () => {
  const points = (warm: readonly number[]) => Array.from({ length: 12 }, (_, second) => ({ second, warmup: warm.includes(second) }));
  expect(countWarmupSeconds(points([]))).toBe(0);
  expect(countWarmupSeconds(points([0, 1, 2]))).toBe(2);
  expect(countWarmupSeconds(points([0, 4, 8]))).toBe(0);
  expect(countWarmupSeconds(points([0, 1, 2, 3, 6, 10]))).toBe(3);
});
