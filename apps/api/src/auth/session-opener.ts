/** The part of better-auth that opens a session for a person whose identity we know otherwise. It has no path: only our own code calls it. */
import { sessionOpeners } from '@plimsoll/contracts/sign-in';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';

const bodySchema = z.object({
  userId: z.string(),
  openedBy: z.enum(sessionOpeners),
  endsAt: z.date().nullable(),
  passkeyId: z.string().nullable(),
  providerSession: z.string().nullable(),
  activeTeamId: z.string().nullable(),
});

export const sessionOpener = {
  id: 'session-opener',
  endpoints: {
    openSession: createAuthEndpoint.serverOnly({ method: 'POST', body: bodySchema }, async (ctx) => {
      const { userId, ...opened } = ctx.body;
      const user = await ctx.context.internalAdapter.findUserById(userId);
      if (!user) throw new Error('a session was asked for of somebody without an account');
      const session = await ctx.context.internalAdapter.createSession(userId, false, opened);
      await setSessionCookie(ctx, { session, user });
      return ctx.json(null);
    }),
  },
} as const;
