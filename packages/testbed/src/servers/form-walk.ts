/** The way of a person through the pages of a provider of identities, as a browser without scripts goes it. */

const most = 15;

const plain = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#x2F;', '/');
const attribute = (tag: string, name: string) => plain(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '');

/** The first form of a page: where it goes, and what is in it. */
function readForm(page: string) {
  const [, tag, content = ''] = /<form\b([^>]*)>([\s\S]*?)<\/form>/i.exec(page) ?? [];
  if (tag === undefined) return null;
  const inputs = [...content.matchAll(/<input\b[^>]*>/gi)].map(([input]) => ({
    name: attribute(input, 'name'),
    value: attribute(input, 'value'),
  }));
  // The button that is pressed: the first one of the form, which may stand beside it.
  const own = /<button\b[^>]*>/i.exec(content) ?? new RegExp(`<button\\b[^>]*\\bform="${attribute(tag, 'id')}"[^>]*>`, 'i').exec(page);
  if (own) inputs.push({ name: attribute(own[0], 'name'), value: attribute(own[0], 'value') });
  return { action: attribute(tag, 'action'), inputs: inputs.filter(({ name }) => name !== '') };
}

/**
 * Follows the provider from this address, filling each form by the names of its fields; answers the address at which it sends the browser
 * elsewhere. A field is typed once: a page that asks again refused it, which throws. `cookies`: of the browser that goes, by name.
 */
export async function walkForms(
  url: string,
  fields: Readonly<Record<string, string>>,
  cookies = new Map<string, string>(),
): Promise<string> {
  const { origin } = new URL(url);
  const typed = new Set<string>();
  const go = async (to: string, form?: Record<string, string>) => {
    const answer = await fetch(to, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(key);
      else cookies.set(key, value);
    }
    return { page: await answer.text(), location: answer.headers.get('location') };
  };
  let at = url;
  let form: Record<string, string> | undefined;
  for (let step = 0; step < most; step += 1) {
    const { page, location } = await go(at, form);
    form = undefined;
    if (location !== null) {
      at = new URL(location, at).href;
      if (new URL(at).origin !== origin) return at;
      continue;
    }
    const found = readForm(page);
    const asked = found?.inputs.map(({ name }) => name).filter((name) => name in fields) ?? [];
    if (!found || asked.some((name) => typed.has(name))) throw new Error(`the provider stands still at ${at}: ${page.slice(0, 2000)}`);
    for (const name of asked) typed.add(name);
    form = Object.fromEntries(found.inputs.map(({ name, value }) => [name, fields[name] ?? value]));
    at = new URL(found.action === '' ? at : found.action, at).href;
  }
  throw new Error('the provider leads round in a circle');
}
