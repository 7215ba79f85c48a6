import type { GrpcCall } from '@plimsoll/contracts/grpc-call';
import { callsWords } from '@plimsoll/wording/en/calls';
import { formatCount } from '@plimsoll/wording/number';
import { KeyValues } from '../../../../ui/key-values.tsx';

/** The messages and settings of each call, in words: beside the plan, whose definition may be long. Secrets come masked from the server. */
export function CallCard({ call }: { call: GrpcCall }) {
  return (
    <section className="card pad" aria-label={callsWords.call}>
      <h2 style={{ marginBlockEnd: 12 }}>{callsWords.call}</h2>
      <KeyValues rows={callRows(call)} />
    </section>
  );
}

/** Absent settings of the plan are left out. */
function callRows(call: GrpcCall): [string, string][] {
  const { metadata, messagesPerStream, messageInterval, streamDuration, deadline, authority, gzip } = call;
  const said: [string, string | null][] = [
    [callsWords.method, call.call],
    [callsWords.definition, definitionWords(call)],
    [callsWords.message, messageWords(call)],
    [callsWords.perStream, messagesPerStream === null ? null : formatCount(messagesPerStream)],
    [callsWords.interval, messageInterval],
    [callsWords.streamDuration, streamDuration],
    [callsWords.deadline, deadline],
    [callsWords.authority, authority],
    [callsWords.gzip, gzip ? 'gzip' : null],
    ...Object.entries(metadata).map(([name, value]): [string, string] => [callsWords.metadataOf({ name }), value]),
  ];
  return said.flatMap(([name, text]) => (text === null ? [] : [[name, text] as [string, string]]));
}

function definitionWords({ proto, descriptorSet }: GrpcCall): string {
  if (proto) return proto.map(({ name }) => name).join(', ');
  return descriptorSet ? callsWords.descriptorSet : callsWords.reflection;
}

const longestMessage = 300;

function messageWords({ message, messages }: GrpcCall): string {
  if (messages) return callsWords.messageList({ count: messages.length, text: formatCount(messages.length) });
  if (!message) return callsWords.emptyMessage;
  const text = JSON.stringify(message);
  return text.length > longestMessage ? `${text.slice(0, longestMessage)}…` : text;
}
