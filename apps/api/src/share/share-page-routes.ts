/** What a share link shows beside its data: the page, a small one to embed, a picture, a badge. All gone with the link. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openShareId } from '@plimsoll/store/shares';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ApiContext } from '../context.ts';
import { notFound } from '../http/api-error.ts';
import { hashOfLinkToken, linkTokenPattern, markSecretPage } from '../http/link-token.ts';
import { originOf } from '../http/origin.ts';
import { errors, type Route, written } from '../http/schema.ts';
import { embedPage, embedPolicy } from './page/embed-page.ts';
import { sharePage } from './page/share-page.ts';
import { badgeOfShare, badgeSvg } from './picture/badge.ts';
import { openPreviewImages } from './picture/preview-image.ts';

const tokenParams = z.strictObject({ token: z.string() });
const binary = (type: string, description: string) => written(type, z.unknown(), description);

/** The hash to look a token up by; unknown ones and those that cannot be one are the same 404. */
function tokenHash(token: string): string {
  if (!linkTokenPattern.test(token)) throw notFound('share');
  return hashOfLinkToken(token);
}

function found<T>(share: T | null): T {
  if (share === null) throw notFound('share');
  return share;
}

/** Pictures of a share are shown on other sites. */
function elsewhere(reply: FastifyReply): FastifyReply {
  return markSecretPage(reply).header('cross-origin-resource-policy', 'cross-origin');
}

export const sharePreview: Route = ({ db, analysis }) => {
  const images = openPreviewImages();
  return async (app) => {
    app.get(
      '/s/:token/preview.png',
      {
        config: { action: 'public' },
        schema: {
          summary: 'The picture link previews show, 1200 × 630.',
          tags: ['shares'],
          params: tokenParams,
          response: { 200: binary('image/png', 'PNG'), ...errors(404) },
        },
      },
      async (request, reply) => {
        elsewhere(reply);
        const hash = tokenHash(request.params.token);
        const id = found(await openShareId(db, hash));
        const frozen = async () => (await analysis.readShare({ tokenHash: hash, view: false, points: true }))?.content ?? null;
        const image = found(await images.of(id, frozen));
        return reply.type('image/png').send(image);
      },
    );
  };
};

export const shareBadge: Route =
  ({ analysis }) =>
  async (app) => {
    app.get(
      '/s/:token/badge.svg',
      {
        config: { action: 'public' },
        schema: {
          summary: 'Verdict and validity of a share as a badge.',
          tags: ['shares'],
          params: tokenParams,
          response: { 200: binary('image/svg+xml', 'SVG'), ...errors(404) },
        },
      },
      async (request, reply) => {
        elsewhere(reply);
        const shown = { tokenHash: tokenHash(request.params.token), view: false, points: false };
        const { content } = found(await analysis.readShare(shown));
        return reply.type('image/svg+xml').send(badgeSvg(badgeOfShare(content)));
      },
    );
  };

export const shareEmbed: Route =
  ({ analysis, config }) =>
  async (app) => {
    app.get(
      '/s/:token/embed',
      {
        config: { action: 'public' },
        schema: {
          summary: 'A share as a small page that any site may frame.',
          tags: ['shares'],
          params: tokenParams,
          response: { 200: binary('text/html', 'HTML'), ...errors(404) },
        },
      },
      async (request, reply) => {
        markSecretPage(reply);
        const { token } = request.params;
        const { content } = found(await analysis.readShare({ tokenHash: tokenHash(token), view: true, points: true }));
        return elsewhere(reply)
          .removeHeader('x-frame-options')
          .header('content-security-policy', embedPolicy)
          .type('text/html; charset=utf-8')
          .send(embedPage(content, `${originOf(request, config)}/s/${token}`));
      },
    );
  };

/** The web's page with the share inside, or null where the link is not open or the web not built. Counts no view: the page's own script does. */
export async function openSharePage({ analysis, config }: ApiContext, request: FastifyRequest): Promise<string | null> {
  const { token } = request.params as { token: string };
  const file = join(config.webDirectory, 'index.html');
  if (!linkTokenPattern.test(token) || !existsSync(file)) return null;
  const shared = await analysis.readShare({ tokenHash: hashOfLinkToken(token), view: false, points: false });
  if (!shared) return null;
  return sharePage({ shell: await readFile(file, 'utf8'), shared, url: `${originOf(request, config)}/s/${token}` });
}
