/** The Authorization header of a plan's `auth`. */
import type { Auth } from '@plimsoll/contracts/target';
import { compileTemplate, escapeHeaderValue, type Rendered, render, unescaped } from './template.ts';

/** Basic credentials are UTF-8 (RFC 7617 with its charset, which is what servers expect today). */
function formatBasic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** The header's value, rendered for each request only if it holds templates. */
export function compileAuthorization(auth: Auth): Rendered | string {
  if ('bearer' in auth) return compileTemplate(`Bearer ${auth.bearer}`, escapeHeaderValue);
  const username = compileTemplate(auth.basic.username, unescaped);
  const password = compileTemplate(auth.basic.password, unescaped);
  if (typeof username === 'string' && typeof password === 'string') return formatBasic(username, password);
  return (context) => formatBasic(render(username, context), render(password, context));
}
