import type { Run } from '@plimsoll/contracts/run';
import { formatBytes } from '@plimsoll/wording/bytes';
import { formatMoment } from '@plimsoll/wording/date';
import { configWords } from '@plimsoll/wording/en/run';
import { unreadableWords } from '@plimsoll/wording/en/unreadable';
import { clientName } from '@plimsoll/wording/names';
import { Suspense, useEffect, useState } from 'react';
import { later } from '../../../api/later.ts';
import { CopyButton } from '../../../ui/copy.tsx';
import { KeyValues } from '../../../ui/key-values.tsx';
import { LoadingCard } from '../../../ui/notice/loading.tsx';
import styles from './config-tab.module.css';
import { floorText } from './floor-text.ts';
import { PlannedRequests } from './planned-requests.tsx';

const CallCard = later(() => import('./calls/call-card.tsx'), 'CallCard');
const StreamCard = later(() => import('./streams/stream-card.tsx'), 'StreamCard');
/** About as tall as they are. */
const callCardPx = 200;

/** Exactly what ran, and on what. */
export function ConfigTab({ run }: { run: Run }) {
  const [yaml, setYaml] = useState('');
  useEffect(() => {
    const { unreadable: _, ...plan } = run.plan;
    void import('@plimsoll/contracts/plan-yaml').then(({ planToYaml }) => setYaml(planToYaml(plan)));
  }, [run.plan]);
  const title = run.plan.unreadable ? unreadableWords.known : configWords.plan;
  return (
    <div className="grid2">
      {/* Of an imported run the plan is not known. */}
      {!run.source && (
        <section className="card" aria-label={title}>
          <div className="row pad" style={{ paddingBlockEnd: 0 }}>
            <h2>{title}</h2>
            <span className="push">
              <CopyButton text={yaml} label={configWords.copy} />
            </span>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
          <pre className={styles.planText} tabIndex={0}>
            {yaml}
          </pre>
        </section>
      )}
      <div className="stack" style={{ gap: 14, alignContent: 'start' }}>
        <PlannedRequests plan={run.plan} />
        {run.plan.target?.grpc && !run.source && (
          <Suspense fallback={<LoadingCard height={callCardPx} />}>
            <CallCard call={run.plan.target.grpc} />
          </Suspense>
        )}
        {listStreams(run).map((request) => (
          <Suspense key={request.name} fallback={<LoadingCard height={callCardPx} />}>
            <StreamCard request={request} name={request.name} />
          </Suspense>
        ))}
        <section className="card pad" aria-label={configWords.environment}>
          <h2 style={{ marginBlockEnd: 12 }}>{configWords.environment}</h2>
          <EnvironmentList run={run} />
        </section>
      </div>
    </div>
  );
}

/** Requests whose answers are streams, and WebSockets. */
function listStreams({ plan: { target, requests }, source }: Run) {
  const all = [...(target ? [{ ...target, name: null }] : []), ...(requests ?? [])];
  return all.filter(({ stream, websocket }) => !source && (stream || websocket));
}

function EnvironmentList({ run }: { run: Run }) {
  const { environment } = run;
  const rows: [string, string][] = [
    [configWords.runId, run.id],
    [configWords.attempt, String(run.attempt)],
    [configWords.created, formatMoment(run.createdAt)],
    [configWords.started, run.startedAt ? formatMoment(run.startedAt) : '–'],
    [configWords.ended, run.endedAt ? formatMoment(run.endedAt) : '–'],
    [configWords.endReason, run.stateReason ?? '–'],
    ...(environment
      ? ([
          [configWords.worker, `${environment.worker} (${environment.hostname})`],
          [configWords.cpu, configWords.cores({ model: environment.cpuModel, count: environment.cores })],
          [configWords.threads, String(environment.threads)],
          [configWords.memory, formatBytes(environment.memoryBytes)],
          ...(environment.lineBitsPerSecond ? [[configWords.line, configWords.mbit({ mbit: environment.lineBitsPerSecond / 1e6 })]] : []),
          ...(environment.latencyFloor ? [[configWords.floor, floorText(environment.latencyFloor)]] : []),
          [configWords.kernel, environment.kernel],
          ['Node.js', environment.node],
          [configWords.client, clientName(environment)],
          ['Plimsoll', environment.plimsoll],
        ] as [string, string][])
      : []),
  ];
  return <KeyValues rows={rows} />;
}
