/** A whole language: every text of every catalogue, each with its placeholders. One that lacks a text does not compile. */
import type { Translation } from './words.ts';

/** Each file of `en`; a test holds that none is missing. */
type Files = [
  typeof import('./en/app.ts'),
  typeof import('./en/chart.ts'),
  typeof import('./en/comparison/arms.ts'),
  typeof import('./en/comparison/claims.ts'),
  typeof import('./en/comparison/comparison.ts'),
  typeof import('./en/comparison/design.ts'),
  typeof import('./en/comparison/experiment.ts'),
  typeof import('./en/comparison/field.ts'),
  typeof import('./en/comparison/verdict.ts'),
  typeof import('./en/export.ts'),
  typeof import('./en/list.ts'),
  typeof import('./en/main.ts'),
  typeof import('./en/names.ts'),
  typeof import('./en/palette.ts'),
  typeof import('./en/plan/call-form.ts'),
  typeof import('./en/plan/form.ts'),
  typeof import('./en/plan/grpc-refusal.ts'),
  typeof import('./en/plan/import-refusal.ts'),
  typeof import('./en/plan/import.ts'),
  typeof import('./en/plan/launch.ts'),
  typeof import('./en/plan/over-cap.ts'),
  typeof import('./en/plan/paste.ts'),
  typeof import('./en/plan/problem.ts'),
  typeof import('./en/plan/refusal.ts'),
  typeof import('./en/plan/request.ts'),
  typeof import('./en/plan/resource-refusal.ts'),
  typeof import('./en/plan/send-one.ts'),
  typeof import('./en/plan/setting.ts'),
  typeof import('./en/plan/shape.ts'),
  typeof import('./en/run/calls.ts'),
  typeof import('./en/run/failure.ts'),
  typeof import('./en/run/few-samples.ts'),
  typeof import('./en/run/latency.ts'),
  typeof import('./en/run/live.ts'),
  typeof import('./en/run/request-failure.ts'),
  typeof import('./en/run/results.ts'),
  typeof import('./en/run/run-end.ts'),
  typeof import('./en/run/run-verdict.ts'),
  typeof import('./en/run/run.ts'),
  typeof import('./en/run/story.ts'),
  typeof import('./en/run/target.ts'),
  typeof import('./en/run/unreadable.ts'),
  typeof import('./en/run/validity.ts'),
  typeof import('./en/run/window.ts'),
  typeof import('./en/sample.ts'),
  typeof import('./en/search.ts'),
  typeof import('./en/share.ts'),
  typeof import('./en/shared.ts'),
  typeof import('./en/team/account.ts'),
  typeof import('./en/team/audit.ts'),
  typeof import('./en/team/join.ts'),
  typeof import('./en/team/mail.ts'),
  typeof import('./en/team/members.ts'),
  typeof import('./en/team/person.ts'),
  typeof import('./en/team/queue.ts'),
  typeof import('./en/team/storage.ts'),
  typeof import('./en/team/team.ts'),
  typeof import('./en/team/two-factor.ts'),
  typeof import('./en/team/workers.ts'),
  typeof import('./en/trouble.ts'),
];

type CatalogueOf<File> = File extends unknown
  ? { readonly [Key in keyof File as Key extends `${infer Name}Words` ? Name : never]: Translation<File[Key]> }
  : never;
type All<Some> = (Some extends unknown ? (one: Some) => void : never) extends (all: infer Whole) => void ? Whole : never;

/** Written as `const german = { … } satisfies WholeLanguage`, and given to `addLanguage`. */
export type WholeLanguage = All<CatalogueOf<Files[number]>>;
