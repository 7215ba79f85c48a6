/** A telling as the body of a message. The sentences are the same in all formats; each format is the shape that its receiver takes. */
import { type Message, type MessageRun, messageVersion } from '@plimsoll/contracts/message';
import type { Run } from '@plimsoll/contracts/run';
import type { WebhookFormat } from '@plimsoll/contracts/webhook';
import { plainMarkdown } from '@plimsoll/pages/markdown';
import type { TakenDelivery } from '@plimsoll/store/deliveries';
import { tellingWords } from '@plimsoll/wording/en/telling';
import { sayTelling, type TellingText, type Told } from '@plimsoll/wording/telling-sentence';

export type PostedFormat = Exclude<WebhookFormat, 'mail'>;

interface Said extends TellingText {
  readonly url: string;
}

/** Longest texts that each of them takes. */
const most = { slackTitle: 150, slackText: 3000, discordTitle: 256, discordText: 4096 };
const cut = (text: string, length: number) => (text.length <= length ? text : `${text.slice(0, length - 1)}…`);

/** Marks and mentions of Slack begin with one of these. */
const plainSlack = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

const shapes: Readonly<Record<Exclude<PostedFormat, 'standard'>, (said: Said) => unknown>> = {
  slack: ({ title, text, url }) => ({
    text: plainSlack(title),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: cut(title, most.slackTitle), emoji: false } },
      { type: 'section', text: { type: 'mrkdwn', text: cut(`${plainSlack(text)}\n<${url}|${tellingWords.open}>`, most.slackText) } },
    ],
  }),
  // Text runs know no Markdown, so a name cannot become a link.
  teams: ({ title, text, url }) => ({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: title, weight: 'Bolder' }] },
            { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text }] },
          ],
          actions: [{ type: 'Action.OpenUrl', title: tellingWords.open, url }],
        },
      },
    ],
  }),
  discord: ({ title, text, url }) => ({
    embeds: [{ title: cut(plainMarkdown(title), most.discordTitle), description: cut(plainMarkdown(text), most.discordText), url }],
    allowed_mentions: { parse: [] },
  }),
};

/** The body, in the language that is spoken now. */
export function writeMessage(format: PostedFormat, delivery: TakenDelivery, told: Told, url: string): string {
  const said = { ...sayTelling(told), url };
  return JSON.stringify(format === 'standard' ? standardMessage(delivery, told, said) : shapes[format](said));
}

function standardMessage({ teamId, teamName, at, experimentId }: TakenDelivery, told: Told, { title, text, url }: Said): Message {
  return {
    type: told.kind,
    version: messageVersion,
    timestamp: at.toISOString(),
    data: {
      team: { id: teamId, name: teamName },
      title,
      text,
      url,
      run: 'run' in told ? describeRun(told.run) : null,
      experiment: told.kind === 'regression.confirmed' ? { id: experimentId ?? '', ...told.facts } : null,
      schedule: told.kind === 'schedule.missed' ? told.facts : null,
    },
  };
}

function describeRun({
  id,
  number,
  plan,
  planId,
  state,
  ciStatus,
  validity,
  thresholds,
  baseline,
  tags,
  startedAt,
  endedAt,
}: Run): MessageRun {
  return {
    id,
    number,
    name: plan.name,
    planId,
    state,
    ciStatus,
    validity: validity?.stamp ?? null,
    thresholds,
    baseline: baseline && { runId: baseline.baselineRunId, verdict: baseline.verdict },
    tags,
    startedAt,
    endedAt,
  };
}
