/** More repeats of an A/B that is over. */
import { experimentSchema, moreRepeatsSchema, mostRepeats, repeatsMayDecide } from '@plimsoll/contracts/experiment';
import { api } from '@plimsoll/contracts/paths';
import { roundOrder } from '@plimsoll/statistics/interleave';
import { audited } from '@plimsoll/store/audited';
import { findExperiment } from '@plimsoll/store/experiments';
import { addRepeats, openVariants } from '@plimsoll/store/more-repeats';
import { problemWords } from '@plimsoll/wording/en/problem';
import { armNames } from '@plimsoll/wording/experiment-figures';
import { namedVariants, sentenceOfArms } from '@plimsoll/wording/named-arms';
import { auditActor } from '../audit/audit-actor.ts';
import { teamCaller } from '../auth/access.ts';
import { holdExperiment, reserve } from '../budget/hold-to-budget.ts';
import { ApiError, notFound } from '../http/api-error.ts';
import { errors, type Route, uuidParams } from '../http/schema.ts';
import { refuseTooFewWorkers, refuseUnfit } from '../plans/plan-intake.ts';
import { giveHint } from '../queue/give-hint.ts';
import { refuseTooLong } from './experiment-intake.ts';

const conflict = (message: string) => new ApiError('conflict', message);

export const addMoreRepeats: Route = (context) => async (app) => {
  app.post(
    api.moreRepeats(':id'),
    {
      config: { action: 'experiment.create' },
      schema: {
        summary: 'Add repeats to an A/B that completed.',
        description:
          'It goes on as the same experiment: in its order, by the same workers where they are there. The verdict is made anew over all repeats, and since it was looked at before, it asks for more certainty than the first did. One that no repeat decides is refused: its runs are too short, or one of them is invalid.',
        tags: ['experiments'],
        params: uuidParams,
        body: moreRepeatsSchema,
        response: { 202: experimentSchema, ...errors(400, 401, 403, 404, 409, 429) },
      },
    },
    async (request, reply) => {
      const { db, config } = context;
      const { id } = request.params;
      const { repeats } = request.body;
      const caller = teamCaller(request);
      const found = await findExperiment(db, caller.teamId, id);
      const variants = await openVariants(db, caller.teamId, id, config.secretKey);
      if (!found || !variants) throw notFound('experiment');
      const notCompleted = () => conflict(problemWords.experiment.moreNotCompleted({ state: found.state }));
      if (found.kind !== 'ab') throw conflict(problemWords.experiment.moreOfAb);
      if (found.state !== 'completed') throw notCompleted();
      const compared = namedVariants(found.comparisons, armNames(found));
      if (compared && !repeatsMayDecide(found)) throw conflict(sentenceOfArms(compared));
      const arms = variants.length;
      const rounds = Math.floor(found.runs.length / arms);
      if (rounds + repeats > mostRepeats) throw conflict(problemWords.experiment.moreThanMost({ most: mostRepeats, repeats: rounds }));
      for (const { plan } of variants) {
        // The target may have been closed to the team since.
        await refuseUnfit(context, caller, plan);
        await refuseTooFewWorkers(config, db, plan);
      }
      refuseTooLong(context, { ...found, variants, repeats: rounds + repeats, extendTo: null });
      const held = await holdExperiment(context, caller, { ...found, variants }, repeats);
      const runs = Array.from({ length: repeats }, (_, at) => roundOrder(arms, rounds + at))
        .flat()
        .map((variant) => ({ variant, rate: null }));
      const more = {
        teamId: caller.teamId,
        userId: caller.userId,
        id,
        repeats,
        position: found.runs.length,
        runs,
        caps: config.caps,
        requestId: request.id,
        traceParent: context.traces.here().traceParent,
      };
      const going = await audited(
        db,
        auditActor(request),
        { action: 'experiment.more', what: { kind: 'experiment', id, name: found.name } },
        async (client) => {
          const answer = await addRepeats(client, more);
          if (typeof answer !== 'string') await reserve(client, caller, held, { kind: 'experiment', id });
          return answer;
        },
        (answer) => (typeof answer === 'string' ? null : { details: { repeats } }),
      );
      if (going === 'unknown') throw notFound('experiment');
      if (going === 'changed') throw conflict(problemWords.experiment.moreChanged);
      if (typeof going === 'string') throw notCompleted();
      request.log.info({ experimentId: id, repeats }, 'experiment goes on');
      giveHint(context.queue, request.log, { kind: 'experiment', experimentId: id });
      return reply.code(202).send(going);
    },
  );
};
