import { choosesClient } from '@plimsoll/contracts/connection';
import { parseRows } from '@plimsoll/contracts/data-rows';
import { readGenerators } from '@plimsoll/contracts/generators';
import { countGenerators } from '@plimsoll/contracts/planned-generators';
import { launchingWords, loadWords } from '@plimsoll/wording/en/app';
import { launchWords } from '@plimsoll/wording/en/launch';
import { launchFormWords } from '@plimsoll/wording/en/launch-form';
import { commonWords } from '@plimsoll/wording/en/main';
import { httpClientWords } from '@plimsoll/wording/en/names';
import { useMemo } from 'react';
import { CallFold } from './calls/call-fold.tsx';
import { Fold } from './folds/fold.tsx';
import { useLaunchForm } from './launch-context.ts';
import {
  DataFields,
  JudgingFields,
  ProtocolFields,
  RequestDetails,
  ResourcesFields,
  TagsNote,
  TlsFields,
  WarmupGenerators,
} from './lazy-fields.ts';
import { detailPointers, requestHolds } from './requests/request-words.ts';
import { emptyForm } from './values/empty-form.ts';
import { type FormValues, firstRequest } from './values/form-values.ts';
import { isBlankCheck, noBody, type RequestRow } from './values/request-row.ts';
import { isBlank } from './values/rows.ts';

/** All that most runs do without, a topic a line. */
export function Folds() {
  const { values, wrong } = useLaunchForm();
  const tags = values.tags.filter((row) => !isBlank.pair(row)).map((row) => `${row.name} ${row.value}`);
  const scraped = values.scrape.filter((row) => !isBlank.pair(row)).map(({ name }) => name);
  const tests = useTestWords();
  const generators =
    values.generators === emptyForm.generators
      ? ''
      : launchFormWords.generatorCount({ count: countGenerators(readGenerators(values.generators) ?? 0) });
  const sender = choosesClient(values) ? httpClientWords[values.client] : '';
  const active = values.maxActiveRequests === '' ? '' : launchWords.activeAtMost({ active: values.maxActiveRequests });
  const warmup = values.warmup === emptyForm.warmup ? '' : loadWords.warmup({ length: values.warmup });
  return (
    <div>
      {!values.several && (firstRequest(values).isCall ? <CallFold /> : <TargetFold />)}
      <DataFold />
      <Fold
        title={launchWords.protocol}
        holds={[sender, launchingWords.protocols[values.protocol], values.timeout, inFlight(values), active].filter(Boolean).join(' · ')}
        wrong={wrong(
          '/timeout',
          '/load/maxQueued',
          '/load/seed',
          ...[
            'client',
            'protocol',
            'pipelining',
            'streams',
            'maxActiveRequests',
            'maxRequestsPerConnection',
            'maxConnectionAge',
            'dns',
          ].map((name) => `/connection/${name}`),
        )}
      >
        <ProtocolFields />
      </Fold>
      <TlsFold />
      <Fold
        title={launchWords.judging}
        holds={tests.slice(0, 3).join(' · ') || commonWords.none}
        wrong={wrong('/checks', '/thresholds', '/abortOnFail')}
      >
        <JudgingFields />
      </Fold>
      <Fold
        title={launchFormWords.workers}
        holds={[warmup, generators, values.workerLabel.trim()].filter(Boolean).join(' · ') || commonWords.none}
        wrong={wrong('/warmup', '/generators', '/workers')}
      >
        <WarmupGenerators />
      </Fold>
      <Fold
        title={launchFormWords.resources}
        holds={[values.watchTarget ? launchFormWords.resourcesAuto : '', ...scraped].filter(Boolean).join(' · ') || commonWords.none}
        wrong={wrong('/resources', '/tracing')}
      >
        <ResourcesFields />
      </Fold>
      <Fold title={launchWords.tagsNote} holds={tags.slice(0, 3).join(' · ') || commonWords.none} wrong={wrong('/tags', '/note')}>
        <TagsNote />
      </Fold>
    </div>
  );
}

function inFlight({ protocol, pipelining, streams }: FormValues): string {
  const several = protocol === 'http1' ? pipelining : streams;
  return several === '1' ? '' : `×${several}`;
}

function useTestWords(): string[] {
  const { checks, thresholds } = useLaunchForm().values;
  const words = checks
    .filter((row) => !isBlankCheck(row))
    .map((row) => {
      if (row.kind === 'messageCount') return `${launchWords.check.messageCount} ${row.name || 0}–${row.value || '…'}`;
      if (row.kind !== 'jsonPath') return `${launchWords.check[row.kind]} ${row.value}`;
      return `${row.name} = ${row.type === 'text' || row.type === 'number' ? row.value : row.type}`;
    });
  return [...words, ...thresholds.filter((text) => !isBlank.threshold(text))];
}

function TargetFold() {
  const { values, update, wrong } = useLaunchForm();
  const row = firstRequest(values);
  const change = (next: Partial<RequestRow>) =>
    update((now) => ({ requestRows: now.requestRows.map((other) => (other.key === row.key ? { ...other, ...next } : other)) }));
  // A target has neither: they wait for the list to come back.
  const body = row.isSocket ? noBody : row.body;
  const holds = requestHolds({ ...row, body, extract: [], checks: [] });
  return (
    <Fold title={launchFormWords.detailsTarget} holds={holds} wrong={wrong(...detailPointers('/target'))}>
      <RequestDetails row={row} index={0} change={change} />
    </Fold>
  );
}

function DataFold() {
  const { values, wrong } = useLaunchForm();
  const { data } = values;
  const holds = useMemo(() => {
    if (data === null) return commonWords.none;
    const parsed = parseRows(data);
    return 'error' in parsed ? launchFormWords.dataWrong : launchFormWords.dataHolds({ count: parsed.rows.length });
  }, [data]);
  return (
    <Fold title={launchFormWords.data} holds={holds} wrong={wrong('/data')}>
      <DataFields />
    </Fold>
  );
}

/** Only where TLS is spoken; settings left over from an https target must stay in sight, since they clash with http. */
function TlsFold() {
  const { values, wrong } = useLaunchForm();
  const { tls } = values;
  const plain = (Object.keys(tls) as (keyof typeof tls)[]).every((key) => tls[key] === emptyForm.tls[key]);
  const secure = /^(?:https|grpcs|wss):/i.test(firstRequest(values).url);
  if (plain && !secure) return null;
  const holds = [
    tls.verify ? launchFormWords.tlsDefault : launchFormWords.tlsNotVerified,
    tls.serverName,
    tls.ca && launchFormWords.tlsCa,
    (tls.certificate || tls.key) && launchFormWords.tlsClient,
  ];
  return (
    <Fold
      title={launchFormWords.tls}
      holds={secure ? holds.filter(Boolean).join(' · ') : launchFormWords.tlsNoHttps}
      wrong={wrong('/connection/tls')}
    >
      <TlsFields />
    </Fold>
  );
}
