/**
 * A language model's answers in the shapes of OpenAI's chat completions and responses, and of Anthropic's messages. Its tokens are words; those
 * of a question are the words of all its messages.
 */
import type { StreamKnobs } from './demo-knobs.ts';
import type { StreamScript } from './demo-streams.ts';

const answerWords = 'The load line shows how deep a ship may lie in the water when it is loaded and no deeper'.split(' ');

/** A question as far as the demo reads it. */
interface Question {
  readonly model: string;
  readonly isStreamed: boolean;
  readonly isUsageAsked: boolean;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Null: this is no JSON object with the field in which this shape asks. */
export function readQuestion(body: string, knobs: StreamKnobs, { asksIn }: Pick<ModelShape, 'asksIn'>): Question | null {
  const asked = parseObject(body);
  const question = asked?.[asksIn];
  if (!asked || !(Array.isArray(question) || (asksIn === 'input' && typeof question === 'string'))) return null;
  const most = Number(asked.max_output_tokens ?? asked.max_completion_tokens ?? asked.max_tokens ?? Number.POSITIVE_INFINITY);
  return {
    model: typeof asked.model === 'string' ? asked.model : 'demo',
    isStreamed: asked.stream === true,
    isUsageAsked: (asked.stream_options as { include_usage?: unknown } | undefined)?.include_usage === true,
    inputTokens: countWords([asked.system, asked.instructions, question]),
    outputTokens: Math.max(1, Math.round(Math.min(knobs.maxTokens, most > 0 ? most : knobs.maxTokens))),
  };
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Of texts, of messages with a `content`, of parts with a `text`. */
function countWords(value: unknown): number {
  if (typeof value === 'string') return value.split(/\s+/).filter(Boolean).length;
  if (Array.isArray(value)) return value.reduce<number>((sum, part) => sum + countWords(part), 0);
  if (typeof value !== 'object' || value === null) return 0;
  const { content, text } = value as { content?: unknown; text?: unknown };
  return countWords(content) + countWords(text);
}

const wordOf = (nth: number) => `${nth === 0 ? '' : ' '}${answerWords[nth % answerWords.length]}`;

const answerText = ({ outputTokens }: Question) => Array.from({ length: outputTokens }, (_, nth) => wordOf(nth)).join('');

/** A shape of questions and answers: streamed, whole, and refused. */
export interface ModelShape {
  /** The field that holds the question. */
  readonly asksIn: 'messages' | 'input';
  script(question: Question, id: string): StreamScript;
  whole(question: Question, id: string): object;
  error(message: string): object;
}

export const openaiShape: ModelShape = {
  asksIn: 'messages',
  script(question, id) {
    const { model, isUsageAsked, inputTokens, outputTokens } = question;
    const created = Math.floor(Date.now() / 1000);
    const chunk = (choices: object[], usage: object | null = null) => {
      const all = { id: `chatcmpl-${id}`, object: 'chat.completion.chunk', created, model, choices };
      return `data: ${JSON.stringify(isUsageAsked ? { ...all, usage } : all)}\n\n`;
    };
    const choice = (delta: object, finish: string | null = null) => [{ index: 0, delta, logprobs: null, finish_reason: finish }];
    return {
      contentType: 'text/event-stream; charset=utf-8',
      before: [chunk(choice({ role: 'assistant', content: '' }))],
      count: outputTokens,
      message: (nth) => chunk(choice({ content: wordOf(nth) })),
      after: [chunk(choice({}, 'stop')), ...(isUsageAsked ? [chunk([], openaiUsage(question))] : []), 'data: [DONE]\n\n'],
      inputTokens,
    };
  },
  whole: (question, id) => ({
    id: `chatcmpl-${id}`,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model: question.model,
    choices: [{ index: 0, message: { role: 'assistant', content: answerText(question) }, logprobs: null, finish_reason: 'stop' }],
    usage: openaiUsage(question),
  }),
  error: (message) => ({ error: { message, type: 'invalid_request_error', param: null, code: null } }),
};

const openaiUsage = ({ inputTokens, outputTokens }: Question) => ({
  prompt_tokens: inputTokens,
  completion_tokens: outputTokens,
  total_tokens: inputTokens + outputTokens,
});

/** OpenAI's Responses API. */
export const responsesShape: ModelShape = {
  asksIn: 'input',
  script(question, id) {
    let number = 0;
    const event = (type: string, fields: object) =>
      `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: number++, ...fields })}\n\n`;
    const place = { item_id: `msg_${id}`, output_index: 0, content_index: 0 };
    const begun = { ...responseOf(question, id), status: 'in_progress', output: [], usage: null };
    const [item] = responseItems(question, id);
    return {
      contentType: 'text/event-stream; charset=utf-8',
      before: [
        event('response.created', { response: begun }),
        event('response.in_progress', { response: begun }),
        event('response.output_item.added', { output_index: 0, item: { ...item, status: 'in_progress', content: [] } }),
        event('response.content_part.added', { ...place, part: { type: 'output_text', text: '', annotations: [] } }),
      ],
      count: question.outputTokens,
      message: (nth) => event('response.output_text.delta', { ...place, delta: wordOf(nth) }),
      // The numbers go on: they are made when they are sent.
      get after() {
        return [
          event('response.output_text.done', { ...place, text: answerText(question) }),
          event('response.content_part.done', { ...place, part: item?.content[0] }),
          event('response.output_item.done', { output_index: 0, item }),
          event('response.completed', { response: responseOf(question, id) }),
        ];
      },
      inputTokens: question.inputTokens,
    };
  },
  whole: (question, id) => responseOf(question, id),
  error: openaiShape.error,
};

const responseItems = (question: Question, id: string) => [
  {
    id: `msg_${id}`,
    type: 'message',
    status: 'completed',
    role: 'assistant',
    content: [{ type: 'output_text', text: answerText(question), annotations: [] }],
  },
];

const responseOf = (question: Question, id: string) => ({
  id: `resp_${id}`,
  object: 'response',
  created_at: Math.floor(Date.now() / 1000),
  status: 'completed',
  error: null,
  model: question.model,
  output: responseItems(question, id),
  usage: {
    input_tokens: question.inputTokens,
    output_tokens: question.outputTokens,
    total_tokens: question.inputTokens + question.outputTokens,
  },
});

export const anthropicShape: ModelShape = {
  asksIn: 'messages',
  script({ model, inputTokens, outputTokens }, id) {
    const event = (type: string, fields: object = {}) => `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
    const begun = {
      ...anthropicMessage(id, model),
      content: [],
      stop_reason: null,
      usage: { input_tokens: inputTokens, output_tokens: 1 },
    };
    return {
      contentType: 'text/event-stream; charset=utf-8',
      before: [
        event('message_start', { message: begun }),
        event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
        event('ping'),
      ],
      count: outputTokens,
      message: (nth) => event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: wordOf(nth) } }),
      after: [
        event('content_block_stop', { index: 0 }),
        event('message_delta', { delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: outputTokens } }),
        event('message_stop'),
      ],
      inputTokens,
    };
  },
  whole: (question, id) => ({
    ...anthropicMessage(id, question.model),
    content: [{ type: 'text', text: answerText(question) }],
    stop_reason: 'end_turn',
    usage: { input_tokens: question.inputTokens, output_tokens: question.outputTokens },
  }),
  error: (message) => ({ type: 'error', error: { type: 'invalid_request_error', message } }),
};

const anthropicMessage = (id: string, model: string) => ({
  id: `msg_${id}`,
  type: 'message',
  role: 'assistant',
  model,
  stop_sequence: null,
});
