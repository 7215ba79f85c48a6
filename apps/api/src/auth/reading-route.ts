/** The routes that read what a team has: one thing by its id, or all of a kind. */
import type { Action } from '@plimsoll/contracts/account';
import type { Db } from '@plimsoll/store/db';
import type { Missing } from '@plimsoll/wording/en/problem';
import type { z } from 'zod';
import { notFound } from '../http/api-error.ts';
import { errors, type Route, uuidParams } from '../http/schema.ts';
import { teamCaller } from './access.ts';

interface Reading<Answer extends z.ZodType> {
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  /** The caller must be allowed to do this. */
  readonly permission: Action;
  readonly answer: Answer;
}

interface ReadingOne<Answer extends z.ZodType> extends Reading<Answer> {
  /** The thing that a 404 says is missing. */
  readonly missing: Missing;
  /** Null: the team has nothing of this id. */
  find(db: Db, teamId: string, id: string): Promise<z.input<Answer> | null>;
}

/** `GET` of one thing; `path` has `:id` in it. */
export const readingRoute =
  <Answer extends z.ZodType>({ path, summary, description, tag, permission, answer, missing, find }: ReadingOne<Answer>): Route =>
  ({ db }) =>
  async (app) => {
    const told = { summary, ...(description && { description }), tags: [tag] };
    app.get(
      path,
      {
        config: { action: permission },
        schema: { ...told, params: uuidParams, response: { 200: answer as z.ZodType, ...errors(401, 403, 404) } },
      },
      async (request) => {
        const found = await find(db, teamCaller(request).teamId, request.params.id);
        if (found === null) throw notFound(missing);
        return found;
      },
    );
  };

type List = z.ZodType<{ readonly items: unknown }, { readonly items: unknown }>;

interface Listing<Answer extends List> extends Reading<Answer> {
  list(db: Db, teamId: string): Promise<z.input<Answer>['items']>;
}

/** `GET` of all things of a kind. */
export const listingRoute =
  <Answer extends List>({ path, summary, tag, permission, answer, list }: Listing<Answer>): Route =>
  ({ db }) =>
  async (app) => {
    app.get(
      path,
      { config: { action: permission }, schema: { summary, tags: [tag], response: { 200: answer as z.ZodType, ...errors(401, 403) } } },
      async (request) => ({ items: await list(db, teamCaller(request).teamId) }),
    );
  };
