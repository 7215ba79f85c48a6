/** Links that are made in tests, and everything that they show. */
import { api } from '@plimsoll/contracts/paths';
import { peekShare } from '@plimsoll/store/shares';
import { expect } from 'vitest';
import { hashOfLinkToken } from '../../src/http/link-token.ts';
import { previewSvg } from '../../src/share/picture/preview-svg.ts';
import type { Ask } from '../support/asking.ts';
import type { TestApi } from '../support/test-api.ts';

export interface MadeShare {
  readonly id: string;
  /** The secret end of its address. */
  readonly token: string;
}

/** Shares this run, comparison or experiment. */
export async function share(ask: Ask, what: Readonly<Record<string, unknown>>): Promise<MadeShare> {
  const answer = await ask<{ id: string; url: string }>('POST', api.shares, what);
  expect(answer.status, answer.text).toBe(201);
  return { id: answer.body.id, token: answer.body.url.split('/').at(-1) ?? '' };
}

/** The pages and pictures of one link, as text; the preview as the SVG it is drawn from. */
export async function pagesShown(test: TestApi, token: string): Promise<string> {
  const shared = await peekShare(test.context.db, hashOfLinkToken(token));
  const paths = ['', '/embed', '/badge.svg'].map((end) => `/s/${token}${end}`);
  const answers = await Promise.all(paths.map((path) => shownAt(test, path)));
  return [...answers, shared && previewSvg(shared.content)].join('\n');
}

/** Every public answer of one link, as text: its pages and its JSON. */
export async function everythingShown(test: TestApi, token: string): Promise<string> {
  return [await shownAt(test, api.shared(token)), await pagesShown(test, token)].join('\n');
}

/** The text of a page, but for where the link itself stands. */
export function withoutOwnAddress(shown: string): string {
  return shown.replaceAll(/https?:\/\/[^/"]+\/s\//g, '');
}

async function shownAt(test: TestApi, path: string): Promise<string> {
  const answer = await test.anonymous('GET', path);
  expect(answer.status, path).toBe(200);
  return answer.text;
}
