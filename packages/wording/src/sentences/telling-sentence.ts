/** An event that a team is told of, in two sentences: what happened, and how much. Every format of a message is made of them. */
import type { Run } from '@plimsoll/contracts/run';
import type { MissedFacts, RegressionFacts, RunTelling } from '@plimsoll/contracts/telling';
import type { DeliveryFailure } from '@plimsoll/contracts/webhook';
import { metricWords } from '../en/names.ts';
import { deliveryFailureWords, tellingWords } from '../en/team/telling.ts';
import { formatMomentIn } from '../figures/date.ts';
import { changeFigure, metricInterval } from '../figures/metric-figures.ts';
import { stateWord } from '../run-state.ts';
import type { Mail } from './mail-text.ts';
import { runSentence } from './run-sentence.ts';

export type Told =
  | { readonly kind: RunTelling; readonly run: Run }
  | { readonly kind: 'regression.confirmed'; readonly facts: RegressionFacts }
  | { readonly kind: 'schedule.missed'; readonly facts: MissedFacts }
  | { readonly kind: 'test'; readonly webhook: string; readonly team: string };

export interface TellingText {
  /** What happened, as one line. */
  readonly title: string;
  /** How much, how fast, or why. */
  readonly text: string;
}

export function sayTelling(told: Told): TellingText {
  switch (told.kind) {
    case 'run.finished':
      return { title: tellingWords.finished({ run: nameRun(told.run) }), text: runSentence(told.run) };
    case 'run.failed_threshold':
      return { title: tellingWords.failedThreshold({ run: nameRun(told.run) }), text: runSentence(told.run) };
    case 'run.worse':
      return { title: tellingWords.worse({ run: nameRun(told.run) }), text: told.run.baseline?.sentence ?? runSentence(told.run) };
    case 'worker.lost':
      return {
        title: tellingWords.fault({ run: nameRun(told.run), state: stateWord(told.run) }),
        text: told.run.stateReason ?? runSentence(told.run),
      };
    case 'regression.confirmed': {
      const { name, metric, change, interval } = told.facts;
      const figures = { metric: metricWords[metric], change: changeFigure(metric, change) };
      const between = metricInterval({ metric, interval });
      return {
        title: tellingWords.regression({ name, metric: figures.metric }),
        text: between ? tellingWords.changeBetween({ ...figures, interval: between }) : tellingWords.change(figures),
      };
    }
    case 'schedule.missed': {
      const { name, dueAt, times, because } = told.facts;
      if (because === 'blind') return { title: tellingWords.blind({ name }), text: tellingWords.because.blind };
      return { title: tellingWords.missed({ name, count: times, due: formatMomentIn(dueAt, 'UTC') }), text: tellingWords.because[because] };
    }
    case 'test':
      return { title: tellingWords.test({ name: told.webhook }), text: tellingWords.testWhy({ team: told.team }) };
  }
}

function nameRun({ number, plan }: Run): string {
  return number === null ? plan.name : tellingWords.run({ plan: plan.name, number });
}

export function tellingMail({ title, text }: TellingText, url: string, from: { readonly name: string; readonly team: string }): Mail {
  return { subject: title, text: `${title}\n\n${text}\n\n${url}\n\n${tellingWords.mailEnd(from)}\n` };
}

/** Why an attempt failed. `seconds`: how long an answer is waited for. */
export function deliveryProblem(failure: DeliveryFailure, status: number | null, seconds: number): string {
  if (failure === 'status' || failure === 'redirect') return deliveryFailureWords[failure]({ status: status ?? '' });
  return failure === 'late' ? deliveryFailureWords.late({ seconds }) : deliveryFailureWords[failure];
}
