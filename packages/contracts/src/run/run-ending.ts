/** The end of a run as a code with its figures. This is stored; the sentence is made of it in the language of who reads. */
import { z } from 'zod';
import { codeOf, regionLabel, regionLabels, othersText as text } from '../api/code.ts';
import { markPublic, publicObject } from '../api/public.ts';
import type { RefusalCode } from '../api/refusal.ts';
import { overCapKinds } from '../installation/caps.ts';

const count = z.int().nonnegative();

const valuesSchema = z.record(z.string(), markPublic(z.union([z.string(), z.number()]), 'text'));
/** A code of `refusal-values.ts`; a later version may know more. */
const refusalSchema = publicObject({ code: z.string() as unknown as z.ZodType<RefusalCode, RefusalCode>, values: valuesSchema });

const joined = { came: count, of: count, seconds: count };
/** Were its requests calls of gRPC, or WebSockets? */
const counted = { calls: z.boolean().optional(), sockets: z.boolean().optional() };

const loadEndings = [
  codeOf('dataRowsUsed', { rows: count }),
  codeOf('requestsSent', { requests: count, ...counted }),
  codeOf('stagesDone', {}),
  /** `requests`: how many it was to send, where it had such a number. */
  codeOf('timeOver', { duration: text, requests: count.nullable(), ...counted }),
  codeOf('thresholdBroken', { threshold: text, seconds: count }),
  codeOf('onlyConnectionErrors', { seconds: count, errors: count }),
  codeOf('mostlyErrors', { seconds: count, failed: count, finished: count, ...counted }),
  codeOf('stopped', {}),
  codeOf('stoppedBefore', {}),
  /** Another load ended otherwise than by its plan, and this one was made together with it. */
  codeOf('otherStopped', {}),
  /** Another generator of the run was not heard for so long. `otherSilentBefore`: before the start. */
  codeOf('otherSilent', { seconds: count }),
  codeOf('otherSilentBefore', { seconds: count }),
  codeOf('controlLost', {}),
  codeOf('loadControlLost', {}),
  codeOf('shutDown', {}),
  codeOf('samplesNotTaken', {}),
  codeOf('notOverInTime', {}),
  codeOf('startedLate', { lateMs: z.number() }),
  codeOf('notAllJoined', joined),
  codeOf('notAllSetUp', joined),
  codeOf('processEnded', { how: text, last: text }),
  codeOf('silent', { seconds: count }),
  codeOf('stopUnanswered', { seconds: count }),
  /** `error`: in the words of what failed. */
  codeOf('generatorFailed', { error: text }),
  codeOf('setUpFailed', { error: text }),
  codeOf('threadFailed', { error: text }),
  codeOf('connectionsNotClosed', { error: text }),
  codeOf('threadEnded', {}),
  codeOf('refused', { refusal: refusalSchema }),
  codeOf('overCaps', {
    over: z.array(publicObject({ field: text, what: z.enum(overCapKinds), got: z.number(), cap: z.number() })),
  }),
  /** `code`: of the store's failures. */
  codeOf('notOpened', { code: z.string(), values: valuesSchema }),
  /** `code`: of a refusal, or a sentence of the schema's own. `field`: empty for the plan as a whole. */
  codeOf('unreadablePlan', { field: text, code: z.string(), values: valuesSchema }),
  codeOf('deadlineMissed', {}),
  /** One of so many workers was not heard any more. `regions`: those that such workers made the load of, where the plan has several. */
  codeOf('workerLost', { of: count, regions: regionLabels }),
  codeOf('imported', { tool: z.string() }),
  /** A sentence that a version before codes stored. */
  codeOf('legacy', { text }),
] as const;

const loadEndingSchema = z.discriminatedUnion('kind', [...loadEndings]);
/** Only one of several generators met it; `number` from 1. `region`: whose load it made, where the plan has several. */
const ofGeneratorSchema = codeOf('ofGenerator', { number: count, of: count, region: regionLabel, ending: loadEndingSchema });
/** `ending`: of the load, whose figures could not be computed. */
const notComputedSchema = codeOf('notComputed', {
  ending: z.discriminatedUnion('kind', [...loadEndings, ofGeneratorSchema]),
  error: text,
});

export const runEndingSchema = z
  .discriminatedUnion('kind', [...loadEndings, ofGeneratorSchema, notComputedSchema])
  .meta({ id: 'RunEnding' });
export type RunEnding = z.infer<typeof runEndingSchema>;
/** The end of one load, before anything is said of several. */
export type LoadEnding = z.infer<typeof loadEndingSchema>;
/** The end of a load, of one of several generators or of all. */
export type ShardEnding = Exclude<RunEnding, { readonly kind: 'notComputed' }>;
