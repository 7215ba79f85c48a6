import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import { session, setupState } from '../api/team/session.ts';
import { keepLanguage } from '../ui/reader-language.ts';
import { parseSearch, type SearchText, stringifySearch } from '../ui/search-text.ts';
import { NotFound, RouteError } from './fallback.tsx';
import { withoutOthers } from './former-compare-search.ts';
import { queryClient } from './query-client.ts';

const plainSearch = (search: Record<string, unknown>): SearchText => search as SearchText;
const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFound, errorComponent: RouteError });

/** Everything behind sign-in. */
const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  // Not of the first page of a stranger.
  component: lazyRouteComponent(() => import('./shell.tsx'), 'Shell'),
  errorComponent: RouteError,
  beforeLoad: async ({ location }) => {
    const who = await queryClient.ensureQueryData(session);
    if (who) keepLanguage(who.language);
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
  component: lazyRouteComponent(() => import('../features/setup/setup-page.tsx'), 'SetupPage'),
});
const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: plainSearch,
  component: lazyRouteComponent(() => import('../features/sign-in/sign-in-page.tsx'), 'SignInPage'),
});
const signUp = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-up',
  component: lazyRouteComponent(() => import('../features/join/sign-up-page.tsx'), 'SignUpPage'),
});
const join = createRoute({
  getParentRoute: () => rootRoute,
  path: '/join/$token',
  component: lazyRouteComponent(() => import('../features/join/join-page.tsx'), 'JoinPage'),
});
const askReset = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset',
  component: lazyRouteComponent(() => import('../features/join/ask-reset-page.tsx'), 'AskResetPage'),
});
const reset = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset/$token',
  component: lazyRouteComponent(() => import('../features/join/reset-page.tsx'), 'ResetPage'),
});
const newTeam = createRoute({
  getParentRoute: () => rootRoute,
  path: '/teams/new',
  beforeLoad: async () => {
    if (!(await queryClient.ensureQueryData(session))) throw redirect({ to: '/sign-in', search: { next: '/teams/new' } });
  },
  component: lazyRouteComponent(() => import('../features/join/new-team-page.tsx'), 'NewTeamPage'),
});
const publicShare = createRoute({
  getParentRoute: () => rootRoute,
  path: '/s/$token',
  validateSearch: plainSearch,
  component: lazyRouteComponent(() => import('../features/public/public-page.tsx'), 'PublicPage'),
});
const home = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  component: lazyRouteComponent(() => import('../features/home/home-page.tsx'), 'HomePage'),
});
const launch = createRoute({
  getParentRoute: () => appRoute,
  path: '/launch',
  validateSearch: plainSearch,
  component: lazyRouteComponent(() => import('../features/launch/launch-page.tsx'), 'LaunchPage'),
});
const history = createRoute({
  getParentRoute: () => appRoute,
  path: '/runs',
  validateSearch: plainSearch,
  component: lazyRouteComponent(() => import('../features/history/history-page.tsx'), 'HistoryPage'),
});
const run = createRoute({
  getParentRoute: () => appRoute,
  path: '/runs/$runId',
  validateSearch: plainSearch,
  component: lazyRouteComponent(() => import('./run-route.tsx'), 'RunRoute'),
});
const compare = createRoute({
  getParentRoute: () => appRoute,
  path: '/compare',
  validateSearch: plainSearch,
  beforeLoad: ({ search }) => {
    const today = withoutOthers(search);
    if (today) throw redirect({ to: '/compare', search: today, replace: true });
  },
  component: lazyRouteComponent(() => import('./compare-route.tsx'), 'CompareRoute'),
});
const storedComparison = createRoute({
  getParentRoute: () => appRoute,
  path: '/comparisons/$comparisonId',
  validateSearch: plainSearch,
  component: lazyRouteComponent(() => import('./compare-route.tsx'), 'StoredComparisonRoute'),
});
const plans = createRoute({
  getParentRoute: () => appRoute,
  path: '/plans',
  component: lazyRouteComponent(() => import('../features/plans/plans-page.tsx'), 'PlansPage'),
});
const plan = createRoute({
  getParentRoute: () => appRoute,
  path: '/plans/$planId',
  validateSearch: plainSearch,
  component: lazyRouteComponent(() => import('../features/plans/plan-page.tsx'), 'PlanPage'),
});
const experiments = createRoute({
  getParentRoute: () => appRoute,
  path: '/experiments',
  component: lazyRouteComponent(() => import('../features/experiment/experiments-page.tsx'), 'ExperimentsPage'),
});
const newExperiment = createRoute({
  getParentRoute: () => appRoute,
  path: '/experiments/new',
  validateSearch: plainSearch,
  component: lazyRouteComponent(() => import('../features/experiment/form/new-experiment-page.tsx'), 'NewExperimentPage'),
});
const experiment = createRoute({
  getParentRoute: () => appRoute,
  path: '/experiments/$experimentId',
  validateSearch: plainSearch,
  component: lazyRouteComponent(() => import('./experiment-route.tsx'), 'ExperimentRoute'),
});
const person = createRoute({
  getParentRoute: () => appRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('../features/person/person-page.tsx'), 'PersonPage'),
});
const members = createRoute({
  getParentRoute: () => appRoute,
  path: '/team/members',
  component: lazyRouteComponent(() => import('../features/team/members/members-page.tsx'), 'MembersPage'),
});
const workers = createRoute({
  getParentRoute: () => appRoute,
  path: '/team/workers',
  component: lazyRouteComponent(() => import('../features/team/workers/workers-page.tsx'), 'WorkersPage'),
});
const audit = createRoute({
  getParentRoute: () => appRoute,
  path: '/team/audit',
  validateSearch: plainSearch,
  component: lazyRouteComponent(() => import('../features/team/audit/audit-page.tsx'), 'AuditPage'),
});
const storage = createRoute({
  getParentRoute: () => appRoute,
  path: '/team/storage',
  component: lazyRouteComponent(() => import('../features/team/storage/storage-page.tsx'), 'StoragePage'),
});
const team = createRoute({
  getParentRoute: () => appRoute,
  path: '/team',
  component: lazyRouteComponent(() => import('../features/team/team-page.tsx'), 'TeamPage'),
});

const routeTree = rootRoute.addChildren([
  setup,
  signIn,
  signUp,
  join,
  askReset,
  reset,
  newTeam,
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
    team,
    members,
    workers,
    audit,
    storage,
    person,
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
