/** The Authorization header of a plan's `auth`. */
import type { Auth } from '@plimsoll/contracts/target';
import { compileTemplate, inBody, inHeader, type Rendered, render } from './template.ts';

/** Basic credentials are UTF-8 (RFC 7617 with its charset, which is what servers expect today). */
export function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** The header's value, rendered anew for each request only where it holds templates. */
export function compileAuthorization(auth: Auth): Rendered | string {
  if ('bearer' in auth) return compileTemplate(`Bearer ${auth.bearer}`, inHeader);
  const username = compileTemplate(auth.basic.username, inBody);
  const password = compileTemplate(auth.basic.password, inBody);
  if (typeof username === 'string' && typeof password === 'string') return basic(username, password);
  return (context) => basic(render(username, context), render(password, context));
}
