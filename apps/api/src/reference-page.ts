/**
 * The API reference at /api/docs: Scalar in our look, light and dark as the browser asks. All of it comes from here, and what begins it is a
 * file of its own, since no page of ours runs an inline script.
 */

import { tokens } from '@plimsoll/pages/read-sheets';
import { commonWords } from '@plimsoll/wording/en/main';
import Fastify, { type FastifyInstance } from 'fastify';

const path = '/api/docs';
/** Scalar's buttons that copy have an icon alone. */
const naming = (name: string) => `
const name = () => { for (const one of document.querySelectorAll('.scalar-code-copy:not([aria-label])')) one.setAttribute('aria-label', ${JSON.stringify(name)}); };
new MutationObserver(name).observe(document.body, { childList: true, subtree: true });
name();`;
const inline = /<script type="text\/javascript">([\s\S]*?)<\/script>/;

/** Scalar's names for what our tokens name. */
const look = `${tokens}
.light-mode, .dark-mode {
  --scalar-color-1: var(--ink);
  --scalar-color-2: var(--ink2);
  --scalar-color-3: var(--ink2);
  --scalar-color-accent: var(--accent);
  --scalar-background-1: var(--card);
  --scalar-background-2: var(--paper);
  --scalar-background-3: var(--hair);
  --scalar-background-accent: var(--accent-soft);
  --scalar-border-color: var(--line);
  --scalar-color-green: var(--good);
  --scalar-color-red: var(--bad);
  --scalar-color-yellow: var(--warn);
  --scalar-color-orange: var(--warn);
  --scalar-color-blue: var(--accent);
  --scalar-color-purple: var(--accent);
  --scalar-link-color: var(--accent);
  --scalar-font: Inter, system-ui, sans-serif;
  --scalar-font-code: "JetBrains Mono", ui-monospace, monospace;
}`;

const configuration = {
  url: '/api/openapi.json',
  theme: 'none',
  customCss: look,
  withDefaultFonts: false,
  telemetry: false,
  hideDarkModeToggle: true,
  hideClientButton: true,
  // Each route has examples of its own, which its tests run.
  hiddenClients: true,
  showDeveloperTools: 'never',
  mcp: { disabled: true },
  agent: { disabled: true },
} as const;

/** Scalar's own pages, made for their first reader: its script of 4 MB is a tenth of a second of a core, which no start of the API waits for. */
async function makePages(): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const pages = Fastify();
  pages.addHook<string>('onSend', async (_request, reply, payload) => {
    if (!String(reply.getHeader('content-type')).startsWith('text/html')) return payload;
    return payload.replace('<html>', '<html lang="en">').replace(inline, '<script src="./start.js"></script>');
  });
  await pages.register(reference, { routePrefix: path, configuration: { ...configuration, pageTitle: 'Plimsoll API' } });
  return pages;
}

export function addReferencePage(app: FastifyInstance): void {
  const start = `Scalar.createApiReference('#app', ${JSON.stringify(configuration)});${naming(commonWords.copy)}`;
  app.get(`${path}/start.js`, { schema: { hide: true } }, async (_request, reply) => reply.type('text/javascript').send(start));
  let pages: Promise<FastifyInstance> | undefined;
  for (const url of [path, `${path}/`, `${path}/js/scalar.js`])
    app.get(url, { schema: { hide: true } }, async ({ url: asked }, reply) => {
      // One that failed is tried again.
      pages ??= makePages().catch((error: unknown) => {
        pages = undefined;
        throw error;
      });
      const { statusCode, headers, rawPayload } = await (await pages).inject(asked);
      for (const name of ['content-type', 'location'] as const) if (headers[name]) reply.header(name, headers[name]);
      return reply.code(statusCode).send(rawPayload);
    });
}
