/** The Authorization header of a plan's `auth`. */
import type { Auth } from '@plimsoll/contracts/target';
import { compileTemplate, escapeHeaderValue, type Rendered, render, unescaped } from './template.ts';

/** Basic credentials are UTF-8 (RFC 7617 with its charset, which is what servers expect today). */
export function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** The header's value, rendered anew for each request only where it holds templates. */
export function compileAuthorization(auth: Auth): Rendered | string {
  if ('bearer' in auth) return compileTemplate(`Bearer ${auth.bearer}`, escapeHeaderValue);
  const username = compileTemplate(auth.basic.username, unescaped);
  const password = compileTemplate(auth.basic.password, unescaped);
  if (typeof username === 'string' && typeof password === 'string') return basic(username, password);
  return (context) => basic(render(username, context), render(password, context));
}
