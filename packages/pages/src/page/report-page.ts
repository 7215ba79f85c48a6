/** A run or a comparison as one file that opens offline: nothing in it runs, and nothing in it asks for anything. */

import type { SharedContent } from '@plimsoll/contracts/share';
import { reportWords } from '@plimsoll/wording/en/shared';
import type { LimitWords } from '@plimsoll/wording/names';
import { languageTag } from '@plimsoll/wording/words';
import { ComparisonReport } from '../comparison/comparison-report.ts';
import { RunReport } from '../run/run-report.ts';
import { formatUtc } from './format-utc.ts';
import { drawn, html, trusted } from './html.ts';
import { markSvg } from './plain-style.ts';
import { reportStyle } from './report-style.ts';
import { formatSentence } from './share-words.ts';

export type ReportContent = Extract<SharedContent, { kind: 'run' | 'comparison' }>;

/** Should anything in it ever ask for something, the browser refuses. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** `content` is redacted as shares are. `limits`: of a run, in place of those for one of a server. */
export function reportPage(content: ReportContent, madeAt: Date, limits?: LimitWords): string {
  const moment = formatUtc;
  const article = content.kind === 'run' ? drawn(RunReport, { content, moment, limits }) : drawn(ComparisonReport, { content, moment });
  return html`<!doctype html>
<html lang="${languageTag()}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer"><title>${content.title} · Plimsoll</title><meta name="description" content="${formatSentence(content)}"><style>${trusted(reportStyle)}</style></head>
<body><main class="plain"><p class="masthead">${trusted(markSvg)} Plimsoll <span class="aside soft">${reportWords.made({ at: formatUtc(madeAt.toISOString()) })}</span></p>
${article}</main></body></html>`.text;
}
