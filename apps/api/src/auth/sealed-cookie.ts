/** A cookie that carries what a sign-in needs when it comes back: sealed with the installation's key, for a few minutes, for one use. */
import { openText, sealText } from '@plimsoll/store/secrets';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';

export interface SealedCookie<Content> {
  /** What it carries; null: there is none, it is too old, or somebody else made it. */
  read(request: FastifyRequest): Content | null;
  write(reply: FastifyReply, content: Content): void;
  clear(reply: FastifyReply): void;
}

export interface SealedCookieOptions<Content> {
  readonly name: string;
  readonly schema: z.ZodType<Content>;
  readonly secretKey: string;
  /** The only requests that it is sent with. */
  readonly path: string;
  readonly seconds: number;
  readonly secure: boolean;
}

export function sealedCookie<Content>({
  name,
  schema,
  secretKey,
  path,
  seconds,
  secure,
}: SealedCookieOptions<Content>): SealedCookie<Content> {
  const place = { teamId: 'sign-in', rowId: name };
  const heldSchema = z.strictObject({ until: z.number(), content: schema });
  // Lax: a provider sends the browser back from its own site.
  const attributes = { path, httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    read: (request) => {
      const sealed = request.cookies[name];
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
      reply.setCookie(name, sealText(secretKey, place, name, text), { ...attributes, maxAge: seconds });
    },
    clear: (reply) => reply.clearCookie(name, attributes),
  };
}
