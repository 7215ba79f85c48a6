/** `plimsoll run`: a plan once, on a server or here. */
import { randomKey } from '@plimsoll/client/random-key';
import { api } from '@plimsoll/contracts/paths';
import { type Plan, runLengthMs } from '@plimsoll/contracts/plan';
import { planUrl } from '@plimsoll/contracts/requests';
import { runIdSchema, runSchema } from '@plimsoll/contracts/run';
import { savedPlanSchema } from '@plimsoll/contracts/saved-plan';
import { commandWords } from '@plimsoll/wording/command-words';
import { madeHere } from '../local/local-files.ts';
import { type LocalOptions, localPolicy, refuseAllow } from '../local/local-policy.ts';
import { runHere } from '../local/local-run.ts';
import { orFaultFiles } from '../out/fault-files.ts';
import { type ExitReason, judgeRun } from '../result/exit-code.ts';
import { Fault } from '../result/fault.ts';
import type { MadeRun } from '../result/made.ts';
import { joinTags, pipelineTags, type Tags } from '../result/pipeline-tags.ts';
import { isUrl, type PlanOptions, readPlan, readTags, refuseBesidePlan } from '../result/read-plan.ts';
import { followRun, madeOnServer } from '../server/follow-run.ts';
import { findServer } from '../server/known-server.ts';
import { openLiveView } from '../terminal/live-view.ts';
import { type Context, type FinishOptions, finish, readFiles } from './context.ts';

export interface RunOptions extends PlanOptions, FinishOptions, LocalOptions {
  readonly strict?: boolean;
  readonly tag?: readonly string[];
  readonly note?: string;
}

export async function run(context: Context, source: string, options: RunOptions): Promise<ExitReason> {
  const { screen, onObject, stop } = context;
  refuseAllow(options);
  const files = readFiles(options, 'run');
  const isSaved = runIdSchema.safeParse(source).success;
  if (isSaved && options.local) throw new Fault(commandWords.fault.localPlanId);
  if (isSaved) refuseBesideSaved(options);
  const plan = isSaved ? null : readPlan(source, options);
  const strict = options.strict ?? false;
  const given = readTags(options.tag);
  const note = options.note === undefined ? {} : { note: options.note };
  if (options.local && plan) {
    const tagged = { ...plan, tags: joinTags(plan.tags, pipelineTags().head, given), ...note };
    const view = openLiveView({
      screen,
      onObject,
      title: isUrl(source) ? planUrl(plan) : `${plan.name}  ${planUrl(plan)}`,
      plan,
      lengthMs: runLengthMs(plan),
    });
    const made = madeHere(await orFaultFiles(files, () => runHere(tagged, localPolicy(options.allow), view, stop)));
    view.end();
    return finish(context, made, judgeRun(made.run, strict), files);
  }
  const over = await orFaultFiles(files, () => runThere(context, { source, plan, given, note }));
  return finish(context, over, judgeRun(over.run, strict), files);
}

/** Throws a Fault for options that would be lost: a saved plan runs as the server has it. */
function refuseBesideSaved({ threshold, ...ofUrl }: PlanOptions): void {
  refuseBesidePlan(ofUrl);
  if (threshold) throw new Fault(commandWords.fault.thresholdBesideSaved);
}

interface Asked {
  /** A file, a URL, or the id of a saved plan, where `plan` is null. */
  readonly source: string;
  readonly plan: Plan | null;
  readonly given: Tags;
  readonly note: { readonly note?: string };
}

async function runThere({ screen, onObject, server: named, stop }: Context, { source, plan, given, note }: Asked): Promise<MadeRun> {
  const server = findServer(named);
  const ofPlan = plan?.tags ?? (await server.client.request(api.plan(source), savedPlanSchema)).plan.tags;
  const first = await server.client.request(api.runs, runSchema, {
    method: 'POST',
    body: { ...(plan ? { plan } : { planId: source }), tags: joinTags(ofPlan, pipelineTags().head, given), ...note },
    headers: { 'idempotency-key': randomKey() },
  });
  const view = openLiveView({ screen, onObject, title: first.plan.name, plan: first.plan, lengthMs: first.expectedDurationMs });
  const made = madeOnServer(server, first);
  if (onObject) onObject({ event: 'started', run: first, link: made.link });
  else if (!screen.isLive && made.link) screen.note(commandWords.progress.stored({ link: made.link }));
  const over = await followRun(server, first, view, stop);
  view.end();
  return madeOnServer(server, over);
}
