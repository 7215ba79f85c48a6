/** A cookie that carries what a sign-in needs when it comes back: sealed with the installation's key, for a few minutes, for one use. */
import { openText, sealText } from '@plimsoll/store/secrets';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ApiContext } from '../context.ts';
import { cookieNames } from './cookie-name.ts';

export interface SealedCookie<Content> {
  /** What it carries; null: there is none, it is too old, or somebody else made it. */
  read(request: FastifyRequest): Content | null;
  write(reply: FastifyReply, content: Content): void;
  clear(reply: FastifyReply): void;
}

export interface SealedCookieOptions<Content> {
  /** Its name after that of the product. */
  readonly name: string;
  readonly schema: z.ZodType<Content>;
  readonly seconds: number;
}

export function sealedCookie<Content>(
  { config: { port, secretKey }, auth }: Pick<ApiContext, 'config' | 'auth'>,
  { name, schema, seconds }: SealedCookieOptions<Content>,
): SealedCookie<Content> {
  // Over TLS another site below the same domain could else begin a sign-in as somebody else, and have it end here.
  const { secure, of } = cookieNames(auth.origin, port);
  const cookie = of(name);
  const place = { teamId: 'sign-in', rowId: name };
  const heldSchema = z.strictObject({ until: z.number(), content: schema });
  // Lax: a provider sends the browser back from its own site.
  const attributes = { path: secure ? '/' : '/api', httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    read: (request) => {
      const sealed = request.cookies[cookie];
      if (sealed === undefined) return null;
      try {
        const held = heldSchema.parse(JSON.parse(openText(secretKey, place, name, sealed)));
        return held.until > Date.now() ? held.content : null;
      } catch {
        return null;
      }
    },
    write: (reply, content) => {
      const text = JSON.stringify({ until: Date.now() + seconds * 1000, content });
      reply.setCookie(cookie, sealText(secretKey, place, name, text), { ...attributes, maxAge: seconds });
    },
    clear: (reply) => reply.clearCookie(cookie, attributes),
  };
}
