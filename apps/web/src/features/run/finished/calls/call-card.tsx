import '../../../../i18n/calls-text.ts';
import type { GrpcCall } from '@plimsoll/contracts/grpc-call';
import { formatCount } from '@plimsoll/wording/number';
import { useTranslation } from 'react-i18next';
import { t } from '../../../../i18n/i18n.ts';
import { KeyValues } from '../../../../ui/key-values.tsx';

/** What each call sends, in words: beside the plan, whose definition may be long. Secrets come masked from the server. */
export function CallCard({ call }: { call: GrpcCall }) {
  const { t } = useTranslation();
  return (
    <section className="card pad" aria-label={t('calls.call')}>
      <h2 style={{ marginBlockEnd: 12 }}>{t('calls.call')}</h2>
      <KeyValues rows={callRows(call)} />
    </section>
  );
}

/** What the plan leaves unsaid is left out. */
function callRows(call: GrpcCall): [string, string][] {
  const { metadata, messagesPerStream, messageInterval, streamDuration, deadline, authority, gzip } = call;
  const said: [string, string | null][] = [
    [t('calls.method'), call.call],
    [t('calls.definition'), definitionWords(call)],
    [t('calls.message'), messageWords(call)],
    [t('calls.perStream'), messagesPerStream === null ? null : formatCount(messagesPerStream)],
    [t('calls.interval'), messageInterval],
    [t('calls.streamDuration'), streamDuration],
    [t('calls.deadline'), deadline],
    [t('calls.authority'), authority],
    [t('calls.gzip'), gzip ? 'gzip' : null],
    ...Object.entries(metadata).map(([name, value]): [string, string] => [t('calls.metadataOf', { name }), value]),
  ];
  return said.flatMap(([name, text]) => (text === null ? [] : [[name, text] as [string, string]]));
}

function definitionWords({ proto, descriptorSet }: GrpcCall): string {
  if (proto) return proto.map(({ name }) => name).join(', ');
  return t(descriptorSet ? 'calls.descriptorSet' : 'calls.reflection');
}

const longestMessage = 300;

function messageWords({ message, messages }: GrpcCall): string {
  if (messages) return t('calls.messageList', { count: messages.length, text: formatCount(messages.length) });
  if (!message) return t('calls.emptyMessage');
  const text = JSON.stringify(message);
  return text.length > longestMessage ? `${text.slice(0, longestMessage)}…` : text;
}
