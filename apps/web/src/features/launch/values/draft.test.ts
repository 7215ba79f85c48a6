import { planSchema } from '@plimsoll/contracts/plan';
import { beforeEach, expect, it, vi } from 'vitest';
import { keepPlanDraft, loadPlanDraft } from '../../../domain/plan/plan-draft.ts';
import { emptyCall } from './call-row.ts';
import { type Draft, keepDraft, leaveDraft, loadDraft } from './draft.ts';
import { emptyForm } from './empty-form.ts';
import type { FormValues } from './form-values.ts';
import { emptyRequest } from './request-row.ts';

/** The storage of a browser, without a browser. */
function emptyStorage(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    key: (index) => [...kept.keys()][index] ?? null,
    removeItem: (key) => kept.delete(key),
    setItem: (key, value) => kept.set(key, value),
  };
}

beforeEach(() => {
  vi.stubGlobal('localStorage', emptyStorage());
  vi.stubGlobal('sessionStorage', emptyStorage());
});

const draftOf = (values: Partial<FormValues>, yaml: string | null = null): Draft => ({
  values: { ...emptyForm, ...values },
  yaml,
  revision: null,
});

/** Changes a kept draft to one as an older version would have written it. */
function age(storage: Storage, change: (kept: { values: Record<string, unknown>; plan: { connection: Record<string, unknown> } }) => void) {
  const key = storage.key(0) ?? '';
  const kept = JSON.parse(storage.getItem(key) ?? '');
  change(kept);
  storage.setItem(key, JSON.stringify(kept));
}

it('a kept form comes back with its client', () => {
  for (const client of ['undici', 'wire'] as const) {
    keepDraft('new', draftOf({ client, name: 'mine' }));
    expect(loadDraft('new')).toMatchObject(draftOf({ client, name: 'mine' }));
  }
});

it('a form that was kept before there was a choice of clients goes on over raw sockets', () => {
  keepDraft('new', draftOf({ name: 'mine' }));
  for (const storage of [localStorage, sessionStorage])
    age(storage, ({ values }) => {
      delete values.client;
    });
  expect(loadDraft('new')).toMatchObject(draftOf({ client: 'wire', name: 'mine' }));
});

it('so does a plan that was kept for the pages that start from it', () => {
  const plan = planSchema.parse({
    version: 1,
    name: 'mine',
    target: { url: 'http://127.0.0.1/' },
    load: { model: 'closed', connections: 1, requests: 1 },
  });
  keepPlanDraft({ plan, source: null });
  expect(loadPlanDraft()?.plan).toEqual(plan);
  age(sessionStorage, (kept) => {
    delete kept.plan.connection.client;
  });
  expect(loadPlanDraft()?.plan).toEqual({ ...plan, connection: { ...plan.connection, client: 'wire' } });
});

it('each tab keeps its own draft, and a new one is offered the last', () => {
  keepDraft('new', draftOf({ name: 'first tab' }));
  const firstTab = sessionStorage;
  vi.stubGlobal('sessionStorage', emptyStorage());
  expect(loadDraft('new')).toMatchObject({ values: { name: 'first tab' }, goesOn: false });
  keepDraft('new', draftOf({ name: 'second tab' }));
  vi.stubGlobal('sessionStorage', firstTab);
  expect(loadDraft('new')).toMatchObject({ values: { name: 'first tab' }, goesOn: true });
});

it('a form that was left is offered, until it is gone on with', () => {
  keepDraft('new', draftOf({ name: 'mine' }));
  leaveDraft('of another');
  expect(loadDraft('new')?.goesOn).toBe(true);
  leaveDraft('new');
  expect(loadDraft('new')).toMatchObject({ values: { name: 'mine' }, goesOn: false });
  keepDraft('new', draftOf({ name: 'mine' }));
  expect(loadDraft('new')?.goesOn).toBe(true);
});

it('a text in YAML comes back with its mistakes and without its secrets, and only to its tab', () => {
  keepDraft('new', draftOf({ name: 'mine' }, 'name: [half\n# Bearer hush'));
  expect(loadDraft('new')?.yaml).toBe('name: [half\n# Bearer •••');
  expect(sessionStorage.getItem('plimsoll.draft')).not.toContain('hush');
  expect(localStorage.getItem('plimsoll.draft')).not.toContain('hush');
  vi.stubGlobal('sessionStorage', emptyStorage());
  expect(loadDraft('new')).toMatchObject(draftOf({ name: 'mine' }));
});

it('secrets of a gRPC call are not written down, whether its message is JSON or not yet', () => {
  const callOf = (text: string) => {
    const metadata = [{ name: 'authorization', value: 'Bearer hush' }];
    return { requestRows: [{ ...emptyRequest, isCall: true, call: { ...emptyCall, metadata, text } }] };
  };
  for (const text of ['{\n  "token": "hush", "user": "ada"\n}', '{\n  "token": "hush",\n  "user": "ada']) {
    keepDraft('new', draftOf(callOf(text)));
    for (const storage of [sessionStorage, localStorage]) expect(storage.getItem('plimsoll.draft')).not.toContain('hush');
    const call = loadDraft('new')?.values.requestRows[0]?.call;
    expect(call?.metadata).toEqual([{ name: 'authorization', value: '•••' }]);
    expect(call?.text).toContain('ada');
  }
});

it('secrets in what waits of a language model are not written down', () => {
  const waitingModel = {
    url: 'http://h/v1/messages?api_key=canary-1',
    headers: [{ name: 'content-type', value: 'application/json' }],
    thresholds: ['ttft p(95) < 500ms'],
    data: { format: 'csv', text: 'prompt,password\nhello,canary-2\n', order: 'roundRobin' },
  } as const;
  keepDraft('new', draftOf({ waitingModel }));
  expect(JSON.stringify([localStorage.getItem('plimsoll.draft'), sessionStorage.getItem('plimsoll.draft')])).not.toContain('canary');
  expect(loadDraft('new')?.values.waitingModel).toMatchObject({ headers: waitingModel.headers, thresholds: waitingModel.thresholds });
});

it('secrets that a WebSocket sends are not written down, nor those that wait while it only listens', () => {
  const { websocket } = planSchema.parse({
    version: 1,
    name: 'sockets',
    target: {
      url: 'ws://h/',
      websocket: {
        messages: ['{"token": "canary-1", "user": "ada"}', { base64: btoa('{"token": "canary-2"}') }],
        firstMessage: 'canary-3',
      },
    },
    connection: { protocol: 'websocket' },
    load: { model: 'open', rate: 1, duration: '1s' },
  }).target ?? { websocket: null };
  keepDraft('new', draftOf({ requestRows: [{ ...emptyRequest, isSocket: true, websocket, sending: websocket }] }));
  const written = `${localStorage.getItem('plimsoll.draft')}${sessionStorage.getItem('plimsoll.draft')}`;
  for (const secret of ['canary', btoa('{"token": "canary-2"}')]) expect(written).not.toContain(secret);
  const row = loadDraft('new')?.values.requestRows[0];
  for (const kept of [row?.websocket, row?.sending]) expect(String(kept?.messages?.[0])).toContain('ada');
});

it('a draft of before there were gRPC calls has none', () => {
  keepDraft('new', draftOf({ name: 'mine' }));
  for (const storage of [localStorage, sessionStorage])
    age(storage, ({ values }) => {
      values.requestRows = (values.requestRows as object[]).map((row) => ({ ...row, isCall: undefined, call: undefined }));
    });
  expect(loadDraft('new')).toMatchObject(draftOf({ name: 'mine' }));
});
