/** The public page as it leaves the server: the web's shell, with a head for link previews and a body for readers without JavaScript. */
import type { Shared, SharedContent } from '@plimsoll/contracts/share';
import { ComparisonArticle } from '@plimsoll/pages/comparison-article';
import { ExperimentArticle } from '@plimsoll/pages/experiment-article';
import { formatUtc } from '@plimsoll/pages/format-utc';
import { drawn, type Html, html, trusted } from '@plimsoll/pages/html';
import { markSvg, plainStyle } from '@plimsoll/pages/plain-style';
import { RunArticle } from '@plimsoll/pages/run-article';
import { formatSentence } from '@plimsoll/pages/share-words';
import { publicWords } from '@plimsoll/wording/en/app';
import { sharedWords } from '@plimsoll/wording/en/shared';

interface SharePage {
  readonly shell: string;
  readonly shared: Shared;
  /** Absolute. */
  readonly url: string;
}

function head({ shared, url }: SharePage): Html {
  const { content } = shared;
  const description = formatSentence(content);
  const named: readonly (readonly [string, string])[] = [
    ['description', description],
    ['robots', 'noindex, nofollow, noarchive'],
    ['referrer', 'no-referrer'],
    ['twitter:card', 'summary_large_image'],
    ['twitter:title', content.title],
    ['twitter:description', description],
    ['twitter:image', `${url}/preview.png`],
  ];
  const graph: readonly (readonly [string, string])[] = [
    ['og:site_name', 'Plimsoll'],
    ['og:type', 'article'],
    ['og:title', content.title],
    ['og:description', description],
    ['og:url', url],
    ['og:image', `${url}/preview.png`],
    ['og:image:type', 'image/png'],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
    ['og:image:alt', description],
  ];
  return html`<title>${content.title} · Plimsoll</title>
${named.map(([name, value]) => html`<meta name="${name}" content="${value}">`)}
${graph.map(([property, value]) => html`<meta property="${property}" content="${value}">`)}
<noscript><style>${trusted(plainStyle)}</style></noscript>`;
}

function article(content: SharedContent): Html {
  if (content.kind === 'experiment') return drawn(ExperimentArticle, { content });
  return content.kind === 'comparison' ? drawn(ComparisonArticle, { content }) : drawn(RunArticle, { content, moment: formatUtc });
}

function body({ shared }: SharePage): Html {
  const day = (iso: string) => html`<time datetime="${iso}">${iso.slice(0, 10)}</time>`.text;
  const made = day(shared.createdAt);
  const state = shared.sample ? publicWords.sample({ made }) : publicWords.frozen({ made, until: day(shared.expiresAt) });
  return html`<noscript><main class="plain"><p class="masthead">${trusted(markSvg)} Plimsoll <span class="aside soft">${trusted(state)}</span></p>
${article(shared.content)}
<p class="soft">${sharedWords.chartsNeedScript}</p></main></noscript>`;
}

/** Inside `noscript`, so that the app, once loaded, has nothing to take away again. */
export function sharePage(page: SharePage): string {
  const [before, after] = [head(page).text, body(page).text];
  const shell = page.shell
    .replace(/<meta name="referrer"[^>]*>/, '')
    .replace(/<title>[^<]*<\/title>/, () => before)
    .replace(/<noscript>[^<]*<\/noscript>/, () => '');
  return shell.includes('</body>') ? shell.replace('</body>', () => `${after}</body>`) : shell + after;
}
