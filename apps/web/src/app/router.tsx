import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { fetched } from '../api/later.ts';
import { session, setupState } from '../api/team/session.ts';
import { keepLanguage } from '../ui/reader-language.ts';
import { parseSearch, type SearchText, stringifySearch } from '../ui/search-text.ts';
import { NotFound, Opening, RouteError } from './fallback.tsx';
import { withoutOthers } from './former-compare-search.ts';
import { queryClient } from './query-client.ts';

const plainSearch = (search: Record<string, unknown>): SearchText => search as SearchText;

/** A page that is fetched before it is shown; while the API is away, the one before it stays. */
const fetchedPage = <Name extends string>(load: () => Promise<Readonly<Record<Name, ComponentType>>>, name: Name) =>
  lazyRouteComponent(() => fetched(load), name);

const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFound, errorComponent: RouteError });

/** Everything behind sign-in. */
const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  // Not of the first page of a stranger.
  component: fetchedPage(() => import('./shell.tsx'), 'Shell'),
  pendingComponent: Opening,
  errorComponent: RouteError,
  beforeLoad: async ({ location }) => {
    const who = await queryClient.ensureQueryData(session);
    if (who) keepLanguage(who.language);
    if (who?.needsSecondFactor && location.pathname !== '/account') throw redirect({ to: '/account' });
    if (who?.team || (who && location.pathname === '/account')) return;
    if (who) throw redirect({ to: '/teams/new' });
    const { needed } = await queryClient.fetchQuery(setupState);
    if (needed) throw redirect({ to: '/setup' });
    throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { next: location.href } });
  },
});

const setup = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  beforeLoad: async () => {
    const { needed } = await queryClient.fetchQuery(setupState);
    if (!needed) throw redirect({ to: '/' });
  },
  component: fetchedPage(() => import('../features/setup/setup-page.tsx'), 'SetupPage'),
});
const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: plainSearch,
  component: fetchedPage(() => import('./sign-in-route.tsx'), 'SignInRoute'),
});
const signUp = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-up',
  component: fetchedPage(() => import('../features/join/sign-up-page.tsx'), 'SignUpPage'),
});
const join = createRoute({
  getParentRoute: () => rootRoute,
  path: '/join/$token',
  component: fetchedPage(() => import('../features/join/join-page.tsx'), 'JoinPage'),
});
const askReset = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset',
  component: fetchedPage(() => import('../features/join/ask-reset-page.tsx'), 'AskResetPage'),
});
const reset = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset/$token',
  component: fetchedPage(() => import('../features/join/reset-page.tsx'), 'ResetPage'),
});
const breakGlass = createRoute({
  getParentRoute: () => rootRoute,
  path: '/break-glass/$token',
  component: fetchedPage(() => import('../features/join/break-glass-page.tsx'), 'BreakGlassPage'),
});
const newTeam = createRoute({
  getParentRoute: () => rootRoute,
  path: '/teams/new',
  beforeLoad: async () => {
    if (!(await queryClient.ensureQueryData(session))) throw redirect({ to: '/sign-in', search: { next: '/teams/new' } });
  },
  component: fetchedPage(() => import('../features/join/new-team-page.tsx'), 'NewTeamPage'),
});
const publicShare = createRoute({
  getParentRoute: () => rootRoute,
  path: '/s/$token',
  validateSearch: plainSearch,
  component: fetchedPage(() => import('../features/public/public-page.tsx'), 'PublicPage'),
});
const home = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  component: fetchedPage(() => import('../features/home/home-page.tsx'), 'HomePage'),
});
const launch = createRoute({
  getParentRoute: () => appRoute,
  path: '/launch',
  validateSearch: plainSearch,
  component: fetchedPage(() => import('../features/launch/launch-page.tsx'), 'LaunchPage'),
});
const history = createRoute({
  getParentRoute: () => appRoute,
  path: '/runs',
  validateSearch: plainSearch,
  component: fetchedPage(() => import('../features/history/history-page.tsx'), 'HistoryPage'),
});
const run = createRoute({
  getParentRoute: () => appRoute,
  path: '/runs/$runId',
  validateSearch: plainSearch,
  component: fetchedPage(() => import('./run-route.tsx'), 'RunRoute'),
});
const compare = createRoute({
  getParentRoute: () => appRoute,
  path: '/compare',
  validateSearch: plainSearch,
  beforeLoad: ({ search }) => {
    const today = withoutOthers(search);
    if (today) throw redirect({ to: '/compare', search: today, replace: true });
  },
  component: fetchedPage(() => import('./compare-route.tsx'), 'CompareRoute'),
});
const storedComparison = createRoute({
  getParentRoute: () => appRoute,
  path: '/comparisons/$comparisonId',
  validateSearch: plainSearch,
  component: fetchedPage(() => import('./compare-route.tsx'), 'StoredComparisonRoute'),
});
const plans = createRoute({
  getParentRoute: () => appRoute,
  path: '/plans',
  component: fetchedPage(() => import('../features/plans/plans-page.tsx'), 'PlansPage'),
});
const plan = createRoute({
  getParentRoute: () => appRoute,
  path: '/plans/$planId',
  validateSearch: plainSearch,
  component: fetchedPage(() => import('../features/plans/plan-page.tsx'), 'PlanPage'),
});
const experiments = createRoute({
  getParentRoute: () => appRoute,
  path: '/experiments',
  component: fetchedPage(() => import('../features/experiment/experiments-page.tsx'), 'ExperimentsPage'),
});
const newExperiment = createRoute({
  getParentRoute: () => appRoute,
  path: '/experiments/new',
  validateSearch: plainSearch,
  component: fetchedPage(() => import('../features/experiment/form/new-experiment-page.tsx'), 'NewExperimentPage'),
});
const experiment = createRoute({
  getParentRoute: () => appRoute,
  path: '/experiments/$experimentId',
  validateSearch: plainSearch,
  component: fetchedPage(() => import('./experiment-route.tsx'), 'ExperimentRoute'),
});
const schedules = createRoute({
  getParentRoute: () => appRoute,
  path: '/schedules',
  component: fetchedPage(() => import('../features/schedules/schedules-page.tsx'), 'SchedulesPage'),
});
const newSchedule = createRoute({
  getParentRoute: () => appRoute,
  path: '/schedules/new',
  validateSearch: plainSearch,
  component: fetchedPage(() => import('../features/schedules/new-schedule-page.tsx'), 'NewSchedulePage'),
});
const schedule = createRoute({
  getParentRoute: () => appRoute,
  path: '/schedules/$scheduleId',
  component: fetchedPage(() => import('../features/schedules/schedule-page.tsx'), 'SchedulePage'),
});
const person = createRoute({
  getParentRoute: () => appRoute,
  path: '/account',
  component: fetchedPage(() => import('../features/person/person-page.tsx'), 'PersonPage'),
});
const device = createRoute({
  getParentRoute: () => appRoute,
  path: '/device',
  validateSearch: plainSearch,
  component: fetchedPage(() => import('../features/person/device-page.tsx'), 'DevicePage'),
});
const members = createRoute({
  getParentRoute: () => appRoute,
  path: '/team/members',
  component: fetchedPage(() => import('../features/team/members/members-page.tsx'), 'MembersPage'),
});
const workers = createRoute({
  getParentRoute: () => appRoute,
  path: '/team/workers',
  component: fetchedPage(() => import('../features/team/workers/workers-page.tsx'), 'WorkersPage'),
});
const notifications = createRoute({
  getParentRoute: () => appRoute,
  path: '/team/notifications',
  component: fetchedPage(() => import('../features/team/notifications/notifications-page.tsx'), 'NotificationsPage'),
});
const audit = createRoute({
  getParentRoute: () => appRoute,
  path: '/team/audit',
  validateSearch: plainSearch,
  component: fetchedPage(() => import('../features/team/audit/audit-page.tsx'), 'AuditPage'),
});
const storage = createRoute({
  getParentRoute: () => appRoute,
  path: '/team/storage',
  component: fetchedPage(() => import('../features/team/storage/storage-page.tsx'), 'StoragePage'),
});
const team = createRoute({
  getParentRoute: () => appRoute,
  path: '/team',
  component: fetchedPage(() => import('../features/team/team-page.tsx'), 'TeamPage'),
});

const routeTree = rootRoute.addChildren([
  setup,
  signIn,
  signUp,
  join,
  askReset,
  reset,
  newTeam,
  breakGlass,
  publicShare,
  appRoute.addChildren([
    home,
    launch,
    history,
    run,
    compare,
    storedComparison,
    plans,
    plan,
    experiments,
    newExperiment,
    experiment,
    schedules,
    newSchedule,
    schedule,
    team,
    members,
    workers,
    notifications,
    audit,
    storage,
    person,
    device,
  ]),
]);

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultNotFoundComponent: NotFound,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
