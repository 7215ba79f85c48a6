/** The list of all screens. */

/** Runs, plans and links that were made for them; filled in before they are looked at. */
interface Seen {
  readonly ids: {
    readonly plan: string;
    readonly base: string;
    readonly candidate: string;
    readonly experiment: string;
    readonly comparison: string;
    readonly schedule: string;
  };
  /** Paths of links. */
  readonly shared: { readonly run: string; readonly comparison: string; readonly experiment: string };
  readonly invitation: string;
}

/** Every screen, and where it is. */
export const listScreens = (seen: Seen): readonly (readonly [name: string, path: () => string])[] => [
  ['Home', () => '/'],
  ['New run', () => '/launch?demo=1'],
  ['Runs', () => '/runs'],
  ['a run', () => `/runs/${seen.ids.base}`],
  ['the latency of a run', () => `/runs/${seen.ids.base}?tab=latency`],
  ["the target's resources of a run", () => `/runs/${seen.ids.base}?tab=target`],
  ['the generator of a run', () => `/runs/${seen.ids.base}?tab=generator`],
  ['Plans', () => '/plans'],
  ['a plan', () => `/plans/${seen.ids.plan}`],
  ['Experiments', () => '/experiments'],
  ['a new experiment', () => '/experiments/new'],
  ['an experiment', () => `/experiments/${seen.ids.experiment}`],
  ['Schedules', () => '/schedules'],
  ['a new schedule', () => `/schedules/new?plan=${seen.ids.plan}`],
  ['a schedule', () => `/schedules/${seen.ids.schedule}`],
  ['a comparison', () => `/compare?base=${seen.ids.base}&candidate=${seen.ids.candidate}`],
  ['a kept comparison', () => `/comparisons/${seen.ids.comparison}`],
  ['Team', () => '/team'],
  ['Members', () => '/team/members'],
  ['Notifications', () => '/team/notifications'],
  ['Storage', () => '/team/storage'],
  ['the audit log', () => '/team/audit'],
  ['the own account', () => '/account'],
  ['the login of a machine', () => '/device'],
  ['a new team', () => '/teams/new'],
  ['an invitation', () => seen.invitation],
  ['a new password', () => '/reset/a-link'],
  ['a new account', () => '/sign-up'],
  ['Workers', () => '/team/workers'],
  ['a shared run', () => seen.shared.run],
  ['a shared comparison', () => seen.shared.comparison],
  ['a shared experiment', () => seen.shared.experiment],
];

/** Another tab of a page, or another way to it, that is loaded narrow by the row above it: here it becomes narrow while it is open. */
export const loadedAbove = new Set([
  'the latency of a run',
  "the target's resources of a run",
  'the generator of a run',
  'a kept comparison',
]);
