/** A plan in the making: what a command says of its requests, and everything that is told beside the plan. */
import { durationMs } from '@plimsoll/contracts/duration';
import { graphqlOperation } from '@plimsoll/contracts/graphql-operation';
import type { ImportedCommand, ImportTool, Unmapped } from '@plimsoll/contracts/imported-command';
import { type PlanInput, planSchema } from '@plimsoll/contracts/plan';
import { fieldProblems } from '@plimsoll/contracts/problem';
import { refusal } from '@plimsoll/contracts/refusal';
import { importedWords } from '@plimsoll/wording/en/import';
import { issueSentence } from '@plimsoll/wording/refusal-sentence';
import { ImportError } from '../import-error.ts';
import { writeTime } from './amount.ts';
import type { RequestDraft } from './request-draft.ts';

/** A request as far as it is needed here. */
type FinishedRequest = Pick<RequestDraft, 'unmapped' | 'notes' | 'closes' | 'input'>;

type Fields = Partial<Pick<PlanInput, 'timeout' | 'thresholds' | 'checks' | 'tags' | 'autoStop'>>;

export interface Draft {
  readonly tool: ImportTool;
  /** At least one; several are sent one after the other, or by turns. */
  readonly requests: readonly FinishedRequest[];
  readonly requestOrder?: 'mix' | 'sequence';
  readonly connection?: NonNullable<PlanInput['connection']>;
  /** Null: the command names none. */
  readonly load: PlanInput['load'] | null;
  readonly fields?: Fields;
  /** The tool's own where neither its `fields` nor its `connection` name one. */
  readonly usual?: { readonly timeout?: string; readonly keepAlive?: boolean };
  readonly unmapped: readonly Unmapped[];
  readonly notes: readonly string[];
  /** False: the target is not the command's own. */
  readonly namesTarget?: boolean;
}

/** The load of a command that names none: little, since somebody's service stands behind it. */
const firstLoad = { model: 'open', rate: 10, duration: '10s' } as const;

/** The plan with all that is told beside it. Throws ImportError where the parts make no plan that can be run. */
export function finishDraft(draft: Draft): ImportedCommand {
  const { tool, requests, connection, load, fields, usual } = draft;
  const written = requests.map(({ input }) => input());
  const keptAlive = requests.some(({ closes }) => closes) ? false : connection?.keepAlive;
  const keepAlive = keptAlive ?? usual?.keepAlive;
  const timeout = fields?.timeout ?? usual?.timeout;
  const cut = cutTimeout(load ?? firstLoad, timeout);
  const input: PlanInput = {
    version: 1,
    name: planName(requests, tool),
    ...(written.length === 1
      ? { target: written[0] ?? null }
      : {
          requests: nameRequests(written),
          requestOrder: draft.requestOrder ?? 'mix',
        }),
    connection: { ...connection, ...(keepAlive === undefined ? {} : { keepAlive }) },
    load: load ?? firstLoad,
    ...fields,
    ...(timeout === undefined ? {} : { timeout: cut ?? timeout }),
  };
  const parsed = planSchema.safeParse(input);
  if (!parsed.success) {
    const [problem] = fieldProblems(parsed.error, input, issueSentence);
    throw new ImportError(refusal('command_plan', { field: problem?.field ?? '', reason: problem?.message ?? '' }));
  }
  const shorter = cut === null ? [] : [importedWords.note.timeout({ asked: timeout ?? '', duration: cut })];
  return {
    tool,
    plan: parsed.data,
    named: {
      target: draft.namesTarget ?? true,
      load: load !== null,
      timeout: fields?.timeout !== undefined,
      keepAlive: keptAlive !== undefined,
    },
    unmapped: [...draft.unmapped, ...requests.flatMap((request) => request.unmapped)],
    notes: [...new Set([...draft.notes, ...requests.flatMap((request) => request.notes), ...shorter])],
  };
}

/** A plan refuses a timeout of more than 30 s that is longer than its load: the longest it may have; null where it is short enough. */
function cutTimeout(load: PlanInput['load'], timeout: string | undefined): string | null {
  if (timeout === undefined) return null;
  const lengthMs = loadLengthMs(load);
  if (lengthMs === null) return null;
  const mostMs = Math.max(30_000, lengthMs);
  return durationMs(timeout) > mostMs ? writeTime(mostMs) : null;
}

/** Null where only a number of requests ends it. */
export function loadLengthMs(load: PlanInput['load']): number | null {
  if (load.stages) return load.stages.reduce((sum, { over }) => sum + durationMs(over), 0);
  return load.duration === undefined ? null : durationMs(load.duration);
}

/** By what they say themselves, else by the operation of GraphQL that they ask for, else by their numbers. */
function nameRequests(written: readonly ReturnType<FinishedRequest['input']>[]) {
  const taken = new Set<string>();
  return written.map((one, index) => {
    const operation = graphqlOperation(one.body);
    const name = operation === null || taken.has(operation) ? `request ${index + 1}` : operation;
    taken.add(name);
    return { name, ...one };
  });
}

function planName(requests: readonly FinishedRequest[], tool: ImportTool): string {
  const [first] = requests;
  const { method, url, grpc, websocket, body } = first?.input() ?? { method: 'GET', url: '', grpc: null, websocket: null, body: null };
  const operation = requests.length === 1 ? graphqlOperation(body) : null;
  return `${[grpc?.call ?? (websocket ? 'WebSocket' : method), operation].filter(Boolean).join(' ')} ${url.replace(/^(?:https?|grpcs?|wss?):\/\//, '').replace(/\?.*$/, '')} (${tool})`.slice(
    -200,
  );
}
