/** The public page as it leaves the server: the web's shell, with a head for link previews and a body that is read before any script has come, or without one. */
import type { Shared, SharedContent } from '@plimsoll/contracts/share';
import { ComparisonArticle } from '@plimsoll/pages/comparison-article';
import { ExperimentArticle } from '@plimsoll/pages/experiment-article';
import { formatUtc } from '@plimsoll/pages/format-utc';
import { drawn, type Html, html, trusted } from '@plimsoll/pages/html';
import { markSvg } from '@plimsoll/pages/plain-style';
import { tokens } from '@plimsoll/pages/read-sheets';
import { RunArticle } from '@plimsoll/pages/run-article';
import { formatSentence } from '@plimsoll/pages/share-words';
import { publicWords } from '@plimsoll/wording/en/app';
import { sharedWords } from '@plimsoll/wording/en/shared';
import { languageTag } from '@plimsoll/wording/words';

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
${graph.map(([property, value]) => html`<meta property="${property}" content="${value}">`)}`;
}

function article(content: SharedContent): Html {
  if (content.kind === 'experiment') return drawn(ExperimentArticle, { content });
  return content.kind === 'comparison' ? drawn(ComparisonArticle, { content }) : drawn(RunArticle, { content, moment: formatUtc });
}

function body({ shared }: SharePage): Html {
  const day = (iso: string) => html`<time datetime="${iso}">${iso.slice(0, 10)}</time>`.text;
  const made = day(shared.createdAt);
  const state = shared.sample ? publicWords.sample({ made }) : publicWords.frozen({ made, until: day(shared.expiresAt) });
  return html`<div id="first"><style>${trusted(tokens)}#first + #root { display: none }
#first .mark { inline-size: 22px; fill: none; stroke: var(--accent); stroke-width: 2.2 }</style>
<main class="page"><div class="row" style="margin-block-end: 22px">${trusted(markSvg)} <b>Plimsoll</b> <span class="push small soft">${trusted(state)}</span></div>
${article(shared.content)}
<noscript><p class="soft">${sharedWords.chartsNeedScript}</p></noscript></main></div>`;
}

/** Its body stands before the app's and looks like it: `PublicPage` takes it away once it has drawn the same. */
export function sharePage(page: SharePage): string {
  const [before, first] = [head(page).text, body(page).text];
  return page.shell
    .replace(/<html lang="[^"]*">/, `<html lang="${languageTag()}">`)
    .replace(/<meta name="referrer"[^>]*>/, '')
    .replace(/<title>[^<]*<\/title>/, () => before)
    .replace(/<noscript>[^<]*<\/noscript>/, '')
    .replace('<div id="root">', () => `${first}<div id="root">`);
}
