/** Text about the messages and tokens of streams, whatever protocol carries them. */
import { words } from '../../words.ts';

export const streamsWords = words('streams', {
  messages: 'Messages',
  sent: 'Sent',
  received: 'Received',
  all: 'All',
  perSecond: 'Per second',
  perStream: 'Per stream',
  bytes: 'Bytes',
  bytesPerMessage: 'Bytes per message',
  bytesWhat: 'Bytes of messages without their prefixes, before compression.',
  coalesced:
    '{{share}} of the messages that came arrived in one read with the message before them. They have no gap: their distance is that of the network’s packets.',
  times: 'Times of messages',
  timesWhat:
    'First message: from the send of a stream to its first message. Gap: from one message of a stream to the next that came in a later read. Round trip: from when a message was due to the answer to it. Lateness: from when a message was due to when it was sent.',
  tokenTimesWhat:
    'TTFT: from the send of a stream to its first token. TTST: from the first token to the second. ITL, one value a stream: (last token − first token) / (output tokens − 1).',
  socketTimesWhat: 'Ping: from a ping to its pong. From publishing: from the time that a message carries to when it came, by both clocks.',
  timed: 'timed',
  ends: 'Ends of streams',
  end: 'End',
  streams: 'Streams',
  share: 'Share',
  endsWhat: 'Streams that began, by what ended them. Those that were cut off ended with the load, and count neither as good nor as failed.',
  closeCodes: 'Close codes',
  closeCode: 'Code',
  connections: 'Connections',
  tokens: 'Tokens',
  input: 'Input',
  output: 'Output',
  mean: 'Mean of a stream',
  ofStream: '{{name}} of a stream',
  tokensWhat: 'Tokens of the streams that ended, as their “usage” tells them.',
  tokensCounted:
    'No “usage” came for {{counted}} of {{streams}} streams: their output is counted by messages, which may hold more than one token each.',
  pace: 'Language model',
  outputPerSecond: 'Output tokens per second, all streams',
  perUser: 'Output tokens per second and user (1 / ITL p50)',
  finished: 'Streams finished',
  goodput: 'Within limits (goodput)',
  goodputWhat: 'Goodput: streams that ended well, within the limits of TTFT and ITL where the plan sets some, of all that finished.',
});

export const streamEndWords = words('streamEnd', {
  complete: 'Complete',
  done: 'Said that it was done',
  rule: 'By the plan’s rule',
  timed_out: 'Timed out',
  cut_off: 'Cut off with the load',
  closed_early: 'Closed early',
});

export const streamTileWords = words('streamTile', {
  messages: 'Messages',
  messagesWhat: 'Messages per second, both ways together.',
  messagesOf: '{{received}} received, {{sent}} sent',
  tokens: 'Output tokens',
  tokensWhat: 'Output tokens per second of all streams together. For each user it is 1 / ITL.',
  perUser: '{{rate}} for a user',
  p50What: 'Half of the streams were within it. {{what}}',
  firstMessageTime: 'From the send of a stream to its first message.',
  messageGap: 'From one message of a stream to the next that came in a later read.',
  messageRoundTrip: 'From when a message was due to the answer to it.',
  messageLateness: 'From when a message was due to when it was sent.',
  secondTokenTime: 'From the first token to the second.',
  firstTokenTime: 'Time to first token: from the send of a stream to its first token.',
  interTokenTime: 'Inter-token latency, one value a stream: (last token − first token) / (output tokens − 1).',
  publishTime: 'From the time that a message carries to when it came.',
  pingRoundTrip: 'From a ping to its pong.',
  goodput: 'Within limits',
  goodputWhat: 'Streams that ended well within the plan’s limits of TTFT and ITL, of all that finished.',
  ofStreams_one: 'of {{text}} stream',
  ofStreams_other: 'of {{text}} streams',
});

export const streamsChartWords = words('streamsChart', {
  messages: 'Messages per second',
  sent: 'sent',
  received: 'received',
  messagesSummary: 'Most received {{peak}} at {{at}}.',
  tokens: 'Output tokens per second',
  output: 'output',
  tokensSummary:
    'Most {{peak}} at {{at}}. Tokens count in the second in which their stream ends; streams cut off at the end of the load are left out.',
  firstMessageTime: 'Time to first message',
  messageGap: 'Gap between messages',
  messageRoundTrip: 'Round trip of messages',
  messageLateness: 'Lateness of messages',
  firstTokenTime: 'Time to first token (TTFT)',
  secondTokenTime: 'From first token to second (TTST)',
  interTokenTime: 'Time between tokens (ITL)',
  pingRoundTrip: 'Round trip of pings',
  publishTime: 'From publishing to receiving',
});
