import { Button, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { demoSocketPaths } from '@plimsoll/contracts/system';
import { methods } from '@plimsoll/contracts/target';
import { launchWords } from '@plimsoll/wording/en/launch';
import { launchFormWords } from '@plimsoll/wording/en/launch-form';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { later } from '../../api/later.ts';
import { system } from '../../api/system.ts';
import {
  demoSocketUrl,
  demoUrl,
  isDemoSocket,
  isDemoStream,
  isDemoUrl,
  readKnob,
  type StreamKnob,
  withKnob,
} from '../../domain/plan/demo-url.ts';
import { textField } from '../../ui/form/fields.ts';
import { Loading } from '../../ui/notice/loading.tsx';
import { CallFields } from './calls/lazy-call.ts';
import { useLaunchForm } from './launch-context.ts';
import { DemoKnobs, StreamKnobs } from './lazy-fields.ts';
import { SendOneButton, SentOneCard } from './send-one/send-one-button.tsx';
import { SocketFields } from './sockets/lazy-socket.ts';
import styles from './target-fields.module.css';
import { asDemoCall } from './values/demo-call.ts';
import { firstRequest } from './values/form-values.ts';
import { asKind, type SentKind, sentKind, withUrl } from './values/protocol-switch.ts';
import { withRequest } from './values/request-list.ts';
import { noBody, type RequestRow } from './values/request-row.ts';

const RequestListFields = later(() => import('./requests/request-list-fields.tsx'), 'RequestListFields');

/** The target, or a list of requests. */
export function TargetFields() {
  const { values } = useLaunchForm();
  const [added, setAdded] = useState(false);
  if (!values.several) return <SingleTarget onAdd={() => setAdded(true)} />;
  return (
    <Suspense fallback={<Loading rows={3} />}>
      <RequestListFields fresh={added} />
    </Suspense>
  );
}

function useFirst() {
  const { values, update, error, touch } = useLaunchForm();
  const set = (next: Partial<RequestRow>) =>
    update(({ requestRows: [first, ...others] }) => (first ? { requestRows: [{ ...first, ...next }, ...others] } : {}));
  return { values: firstRequest(values), set, error, touch };
}

const kinds: readonly SentKind[] = ['http', 'grpc', 'websocket'];
const placeholders = { http: 'http://127.0.0.1:8080/', grpc: 'grpc://127.0.0.1:50051', websocket: 'ws://127.0.0.1:8080/' } as const;

/** Those of an answer, or of a stream. */
function Knobs({ row: { url }, set }: { row: RequestRow; set: (next: Partial<RequestRow>) => void }) {
  const props = {
    read: (knob: StreamKnob) => readKnob(url, knob),
    write: (knob: StreamKnob, value: string) => set({ url: withKnob(url, knob, value) }),
  };
  return (
    <Suspense fallback={<Loading rows={3} />}>
      {isDemoStream(url) ? <StreamKnobs {...props} url={url} /> : <DemoKnobs {...props} />}
    </Suspense>
  );
}

function SingleTarget({ onAdd }: { onAdd: () => void }) {
  const { update } = useLaunchForm();
  const first = useFirst();
  const { values: row, set, touch } = first;
  const { data } = useQuery(system);
  const { isCall, isSocket } = row;
  const kind = sentKind(row);
  const demo = isDemoUrl(row.url, isCall ? data?.demoGrpcTarget : isSocket ? data?.demoTarget.replace('http', 'ws') : data?.demoTarget);
  // A person who comes from the demo target's HTTP has its address, and no method or path yet.
  const chosen = demo && !(isCall && row.call.call === '') && !(isSocket && !isDemoSocket(row.url));
  const demoButton = (
    <Button
      size="compact-sm"
      variant="subtle"
      disabled={!data || chosen}
      onClick={() => {
        if (data && isCall) set({ url: data.demoGrpcTarget, call: asDemoCall(row.call) });
        else if (data && isSocket) set({ url: demoSocketUrl(data.demoTarget) });
        else if (data) set({ url: demoUrl(data.demoTarget), method: 'GET', body: noBody });
        touch('/target/url');
      }}
    >
      {isCall ? launchWords.useDemoCall : launchWords.useDemo}
    </Button>
  );
  return (
    <div className="stack" style={{ gap: 8 }}>
      <div>
        <SegmentedControl
          aria-label={launchWords.called}
          size="xs"
          value={kind}
          onChange={(next) => update(asKind(next as SentKind, data?.demoTarget))}
          data={kinds.map((value) => ({ value, label: launchWords.calledKind[value] }))}
        />
      </div>
      <div className={`${styles.targetRow} ${kind === 'http' ? '' : styles.ofCall}`}>
        {kind === 'http' && (
          <NativeSelect
            label={launchWords.method}
            value={row.method}
            onChange={(event) => set({ method: event.currentTarget.value as RequestRow['method'] })}
            data={[...methods]}
            data-mono
          />
        )}
        <TextInput
          {...textField(first, 'url', '/target/url')}
          // A scheme says which of them it is, typed or pasted.
          onChange={(event) => {
            const url = event.currentTarget.value;
            update((values) => withUrl(values, url));
          }}
          label={launchWords.url}
          placeholder={placeholders[kind]}
          inputMode="url"
          spellCheck={false}
          autoComplete="off"
          data-mono
        />
        <SendOneButton />
      </div>
      <SentOneCard />
      {kind !== 'http' && <div>{demoButton}</div>}
      {demo && !isCall && !row.url.includes(demoSocketPaths.feed) && <Knobs row={row} set={set} />}
      {kind !== 'http' ? (
        <Suspense fallback={<Loading rows={4} />}>{isCall ? <CallFields /> : <SocketFields />}</Suspense>
      ) : (
        <div className="row tight">
          {demoButton}
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => {
              onAdd();
              update(withRequest);
            }}
          >
            {launchFormWords.addRequest}
          </Button>
        </div>
      )}
    </div>
  );
}
