import { expect, it } from 'vitest';
import { loggedUrl } from './logging.ts';

const token = 'aB3_-fGhIjKlMnOpQrStUvWxYz0';

it('keeps no token that gives access by itself, however it is spelled', () => {
  for (const url of [
    `/s/${token}`,
    `/s/${token}/badge.svg`,
    `/api/v1/shared/${token}?x=${token}`,
    `/badge/${token}.svg`,
    `//badge/${token}.svg`,
    `/%62adge/${token}.svg`,
    `/badge/%61${token.slice(1)}.svg`,
    `/BADGE/${token}.SVG`,
    `/s/${token};x`,
    `/badge/${token}.svg%`,
    `/break-glass/${token}`,
    `/Break-Glass/${token}_`,
    `//break%2Dglass/x${token}`,
  ])
    expect(loggedUrl(url), url).not.toMatch(/B3_-fGhIjKlMnOpQrStUvWxYz0/);
  expect(loggedUrl(`/badge/${token}.svg`)).toBe('/badge/•••');
  expect(loggedUrl('/s/short/embed')).toBe('/s/•••/embed');
});

it('keeps paths that say where somebody was', () => {
  expect(loggedUrl('/api/v1/runs/0b9c6f0e-1f7b-4a54-9c0e-8a1d6a8f2f31/live?after=3')).toBe(
    '/api/v1/runs/0b9c6f0e-1f7b-4a54-9c0e-8a1d6a8f2f31/live',
  );
});
