/** The guard before every route: each declares its `config.action`, and one table in contracts says who may. */
import { type Action, can, scopeAllows } from '@plimsoll/contracts/account';
import type { Db } from '@plimsoll/store/db';
import { isOperator } from '@plimsoll/store/operators';
import { accountWords } from '@plimsoll/wording/en/account';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiContext } from '../context.ts';
import { ApiError } from '../http/api-error.ts';
import type { IntakeName } from '../http/intake/intake-schemas.ts';
import type { SignedIn } from './auth.ts';
import { type Caller, findCaller, findPerson } from './caller.ts';
import { refuseWithoutSecondFactor } from './sign-in-policy.ts';

/**
 * `public`: anybody. `person`: signed in by cookie, with or without a team, and with a second factor where one is asked for. `operator`: an owner of the installation, by cookie or
 * by a token that may write. Else the action in the caller's team.
 */
export type RouteAction = Action | 'public' | 'person' | 'operator';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The callers this route admits. A route without it does not start. */
    action?: RouteAction;
    /** Does a person call it who still has to turn on a second factor, or to show one? */
    beforeSecondFactor?: boolean;
    /** Do owners of the installation call it, too, whatever they are in the team? */
    orOperator?: boolean;
    /** The kind of body, where it holds a plan with the plan's files. */
    takesPlan?: IntakeName;
    /** Does it take a plan as YAML, too? */
    yaml?: boolean;
    /** Is its body a file of rows (CSV, TSV), and nothing else? */
    takesTable?: boolean;
    /** Is its body a result file of another tool, of any type? */
    takesResult?: boolean;
  }
  interface FastifyRequest {
    caller: Caller | null;
    person: SignedIn | null;
  }
}

export function mayDo(caller: Caller, action: Action): boolean {
  return can(caller.role, action) && (caller.scopes === null || scopeAllows(caller.scopes, action));
}

/** Does an owner of the installation ask, without a token that narrows it? */
export async function actsAsOperator(db: Db, { scopes, userId }: Caller): Promise<boolean> {
  return (scopes === null || scopes.includes('write')) && isOperator(db, userId);
}

/** The caller of a guarded route. */
export function teamCaller(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error(`${request.routeOptions.url} asks for a caller, but its action is not a team's`);
  return request.caller;
}

export function signedIn(request: FastifyRequest): SignedIn {
  if (!request.person) throw new Error(`${request.routeOptions.url} asks for a person, but its action is not "person"`);
  return request.person;
}

export function addAccess(app: FastifyInstance, context: ApiContext): void {
  app.decorateRequest('caller', null);
  app.decorateRequest('person', null);
  app.addHook('onRoute', (route) => {
    // The documentation's pages are registered by their plugin.
    if (route.url.startsWith('/api/docs')) route.config = { ...route.config, action: 'public' };
    if (route.config?.action === undefined) throw new Error(`${String(route.method)} ${route.url} has no action: say who may call it`);
  });
  app.addHook('onRequest', async (request) => {
    const { action, orOperator = false, beforeSecondFactor = false } = request.routeOptions.config;
    if (action === undefined || action === 'public') return;
    if (action === 'person') {
      request.person = await findPerson(context.auth, request.headers);
      if (!request.person) throw new ApiError('not_signed_in', accountWords.signInFirst);
      if (!beforeSecondFactor) refuseWithoutSecondFactor(context.config, request.person);
      return;
    }
    const caller = await findCaller(context, request.headers);
    if (action === 'operator') {
      if (!(await actsAsOperator(context.db, caller))) throw new ApiError('forbidden', accountWords.operatorOnly);
      request.caller = caller;
      return;
    }
    if (!mayDo(caller, action) && !(orOperator && (await actsAsOperator(context.db, caller))))
      throw new ApiError(
        'forbidden',
        can(caller.role, action)
          ? accountWords.scopesForbid({ scopes: caller.scopes?.join(', ') ?? '', action })
          : accountWords.roleForbids({ role: caller.role, action }),
      );
    request.caller = caller;
  });
}
