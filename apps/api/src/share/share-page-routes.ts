/** The views of a share link beside its data: the page, a small one to embed, a picture, a badge. All go with the link. */

import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Written } from '@plimsoll/analysis/written';
import type { Shared } from '@plimsoll/contracts/share';
import { escaped } from '@plimsoll/pages/html';
import type { OpenLink } from '@plimsoll/store/shares';
import { readersLanguage } from '@plimsoll/wording/words';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ApiContext } from '../context.ts';
import { linkAsker } from '../figures/asker-of.ts';
import { hashOfLinkToken, linkTokenPattern, markSecretPage } from '../http/link-token.ts';
import { originOf } from '../http/origin.ts';
import { inEnglish } from '../http/reader-language.ts';
import { errors, type Route, written } from '../http/schema.ts';
import { findLink, found } from './find-link.ts';
import { embedPage, embedPolicy } from './page/embed-page.ts';
import { sharePage } from './page/share-page.ts';
import { badgeOfShare, badgeSvg } from './picture/badge.ts';
import { openPreviewImages } from './picture/preview-image.ts';

const tokenParams = z.strictObject({ token: z.string() });
const binary = (type: string, description: string) => written(type, z.unknown(), description);

/** Pictures of a share are shown on other sites. */
function elsewhere(reply: FastifyReply): FastifyReply {
  return markSecretPage(reply).header('cross-origin-resource-policy', 'cross-origin');
}

/** The figures that a link shows, without the points of its charts. */
async function readFigures(
  { analysis, keptAnswers }: ApiContext,
  token: string,
  link: OpenLink,
  reply: FastifyReply,
): Promise<Shared | null> {
  const asked = { name: 'readShare', question: { tokenHash: hashOfLinkToken(token), points: false } } as const;
  const make = () => analysis.written(asked, 'identity', linkAsker(link, reply));
  const kept = await keptAnswers.of(`share ${link.id} figures ${readersLanguage()}`, make);
  return kept && (JSON.parse(textOf(kept)) as Shared);
}

const textOf = ({ body }: Written) => Buffer.from(body).toString();

const withPoints = ({ analysis }: ApiContext, token: string, link: OpenLink, reply: FastifyReply | null) =>
  analysis.readShare({ tokenHash: hashOfLinkToken(token), points: true }, linkAsker(link, reply));

interface Picture {
  readonly name: string;
  readonly summary: string;
  readonly answer: ReturnType<typeof written>;
  /** Does a look count as one of a person? */
  readonly counts: 'view' | 'nothing';
  send(
    context: ApiContext,
    looked: { readonly token: string; readonly link: OpenLink },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply>;
}

/** The parts of a share that other sites show. */
const pictureRoute =
  ({ name, summary, answer, counts, send }: Picture): Route =>
  (context) =>
  async (app) => {
    app.get(
      `/s/:token/${name}`,
      {
        config: { action: 'public' },
        schema: { summary, tags: ['shares'], params: tokenParams, response: { 200: answer, ...errors(404, 429) } },
      },
      async (request, reply) => {
        elsewhere(reply);
        const { token } = request.params;
        return send(context, { token, link: await findLink(context, token, counts) }, request, reply);
      },
    );
  };

const images = openPreviewImages();

export const sharePreview = pictureRoute({
  name: 'preview.png',
  summary: 'The picture link previews show, 1200 × 630.',
  answer: binary('image/png', 'PNG'),
  counts: 'nothing',
  async send(context, { token, link }, _request, reply) {
    const frozen = async () => (await withPoints(context, token, link, null))?.content ?? null;
    return reply.type('image/png').send(found(await inEnglish(() => images.of(link.id, frozen))));
  },
});

export const shareBadge = pictureRoute({
  name: 'badge.svg',
  summary: 'Verdict and validity of a share as a badge.',
  answer: binary('image/svg+xml', 'SVG'),
  counts: 'nothing',
  async send(context, { token, link }, _request, reply) {
    const { content } = found(await inEnglish(() => readFigures(context, token, link, reply)));
    return reply.type('image/svg+xml').send(inEnglish(() => badgeSvg(badgeOfShare(content))));
  },
});

/** Stands in a kept page for its address, which follows from who asks. */
const addressMark = randomUUID();

export const shareEmbed = pictureRoute({
  name: 'embed',
  summary: 'A share as a small page that any site may frame.',
  answer: binary('text/html', 'HTML'),
  counts: 'view',
  async send(context, { token, link }, request, reply) {
    const page = found(
      await context.keptAnswers.of(`share ${link.id} embed ${readersLanguage()}`, async () => {
        const shared = await withPoints(context, token, link, reply);
        return shared && { encoding: 'identity', body: Buffer.from(embedPage(shared.content, addressMark)) };
      }),
    );
    const address = escaped(`${originOf(request, context.config)}/s/${token}`);
    return reply
      .removeHeader('x-frame-options')
      .header('content-security-policy', embedPolicy)
      .type('text/html; charset=utf-8')
      .send(textOf(page).replaceAll(addressMark, () => address));
  },
});

/** The web's page with the share inside, or null where the link is not open or the web not built. Counts no view: the page's own script does. */
export async function openSharePage(context: ApiContext, request: FastifyRequest, reply: FastifyReply): Promise<string | null> {
  const { token } = request.params as { token: string };
  const file = join(context.config.webDirectory, 'index.html');
  if (!linkTokenPattern.test(token) || !existsSync(file)) return null;
  const link = await context.links.look(hashOfLinkToken(token), 'nothing');
  const shared = link && (await readFigures(context, token, link, reply));
  if (!shared) return null;
  return sharePage({ shell: await readFile(file, 'utf8'), shared, url: `${originOf(request, context.config)}/s/${token}` });
}
