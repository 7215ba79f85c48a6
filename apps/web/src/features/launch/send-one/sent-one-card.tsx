/** The answer to one request. A body is text, whatever it holds. */
import { ActionIcon } from '@mantine/core';
import type { SentAnswer } from '@plimsoll/contracts/sent-one';
import { formatBytes } from '@plimsoll/wording/bytes';
import { spokenProtocolWords } from '@plimsoll/wording/en/names';
import { sendOneWords } from '@plimsoll/wording/en/send-one';
import { formatUs } from '@plimsoll/wording/time';
import { IconX } from '@tabler/icons-react';
import { KeyValues } from '../../../ui/key-values.tsx';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';
import { NothingAnswered } from './nothing-answered.tsx';
import styles from './sent-one.module.css';
import type { SendOneState } from './use-send-one.ts';

export function SentOneCard({ state: { current, close, isDemo } }: { state: SendOneState }) {
  if (!current?.asked) return null;
  const { result, error } = current;
  return (
    <section className={styles.sent} aria-label={sendOneWords.title} aria-live="polite">
      <ActionIcon className={styles.close} variant="subtle" aria-label={sendOneWords.close} onClick={close}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
      {error ? (
        <ProblemNotice error={error} />
      ) : result?.answer ? (
        <Answer answer={result.answer} />
      ) : (
        <NothingAnswered failure={result?.failure ?? ''} isDemo={isDemo} />
      )}
    </section>
  );
}

function Answer({ answer }: { answer: SentAnswer }) {
  const { protocol, status, grpc, timings, bytes, whole, keepAlive, location, tls, body, noBody } = answer;
  const row = (name: string, value: string | null): (readonly [string, string])[] => (value === null ? [] : [[name, value]]);
  const time = (us: number | null) => (us === null ? null : formatUs(us));
  const named = tls && { subject: tls.subject, issuer: tls.issuer, day: tls.validTo ?? '' };
  return (
    <>
      <div className={styles.columns}>
        <KeyValues
          rows={[
            ...row(sendOneWords.over, protocol === 'http1' ? null : spokenProtocolWords[protocol]),
            ...row(sendOneWords.status, grpc && status === 200 ? null : String(status)),
            ...row(sendOneWords.callStatus, grpc && [grpc.status ?? sendOneWords.noStatus, grpc.message].filter(Boolean).join(': ')),
            ...row(sendOneWords.size, whole ? formatBytes(bytes) : sendOneWords.sizeCut({ size: formatBytes(bytes) })),
            ...row(sendOneWords.connection, keepAlive ? sendOneWords.keepsOpen : sendOneWords.closes),
            ...row(sendOneWords.tls, tls?.version.replace('TLSv', 'TLS ') ?? null),
            ...row(sendOneWords.certificate, tls && named && (tls.trusted ? sendOneWords.trusted : sendOneWords.untrusted)(named)),
            ...row(sendOneWords.location, location && sendOneWords.notFollowed({ location })),
          ]}
        />
        <KeyValues
          rows={[
            ...row(sendOneWords.dns, time(timings.dnsUs)),
            ...row(sendOneWords.connect, time(timings.connectUs)),
            ...row(`${sendOneWords.tls} `, time(timings.tlsUs)),
            ...row(sendOneWords.firstByte, time(timings.firstByteUs)),
            ...row(sendOneWords.whole, time(timings.wholeUs)),
          ]}
        />
      </div>
      {body ? (
        <>
          <div className="small soft">{body.cut ? sendOneWords.bodyCut : sendOneWords.body}</div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keyboard */}
          <pre className={styles.body} tabIndex={0}>
            {body.text}
          </pre>
        </>
      ) : (
        noBody && <p className="small soft">{sendOneWords.noBody[noBody]}</p>
      )}
    </>
  );
}
