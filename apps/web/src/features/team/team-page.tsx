import '../../i18n/share-text.ts';
import '../../i18n/team-text.ts';
import { can } from '@plimsoll/contracts/account';
import { formatCount } from '@plimsoll/wording/number';
import { formatLength } from '@plimsoll/wording/time';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { shares as sharesQuery } from '../../api/shares.ts';
import { health, system } from '../../api/system.ts';
import { session } from '../../api/team/session.ts';
import { teamSettings } from '../../api/team/team-settings.ts';
import { tokens as tokensQuery } from '../../api/team/tokens.ts';
import { KeyValues } from '../../ui/key-values.tsx';
import { Loading } from '../../ui/notice/loading.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { KillSwitch } from './kill-switch.tsx';
import { describePermitted } from './members/describe-permitted.ts';
import { SharedLinks } from './shared-links.tsx';
import { TeamNav } from './team-nav.tsx';
import { TeamStop } from './team-stop.tsx';
import { TeamTargets } from './team-targets.tsx';
import { Tokens } from './tokens.tsx';

/** The team's keys and limits: tokens, links that are out, where load may go. */
export function TeamPage() {
  const { t } = useTranslation();
  usePageTitle(t('team.title'));
  const { data: who } = useQuery(session);
  const seesTokens = !!who?.role && can(who.role, 'token.view');
  const seesShares = !!who?.role && can(who.role, 'share.view');
  const tokens = useQuery({ ...tokensQuery, enabled: seesTokens });
  const shares = useQuery({ ...sharesQuery, enabled: seesShares });
  const limits = useQuery(system);
  const settings = useQuery(teamSettings);
  // All at once: on a phone what comes late would push the rest down.
  const isLoading = [tokens, shares, limits, settings].some((query) => query.isLoading);
  return (
    <>
      <h1>{who?.team?.name ?? t('team.title')}</h1>
      <div className="sub">
        {who?.user.name} · {who?.user.email} · {who?.role ? t(`team.role.${who.role}`) : ''}
      </div>
      <TeamNav />
      {isLoading ? (
        <Loading rows={6} />
      ) : (
        <div className="grid2" style={{ alignItems: 'start' }}>
          <div className="stack" style={{ gap: 14 }}>
            {seesTokens && <Tokens />}
            {who?.role && seesShares && <SharedLinks role={who.role} />}
            <Limits />
          </div>
          <div className="stack" style={{ gap: 14 }}>
            {who?.role && <TeamTargets role={who.role} />}
            {who?.role && can(who.role, 'team.stop') && <TeamStop />}
            {who?.operator && <KillSwitch />}
          </div>
        </div>
      )}
    </>
  );
}

function Limits() {
  const { t } = useTranslation();
  const { data: limits } = useQuery(system);
  const { data: state } = useQuery(health);
  if (!limits) return null;
  const { caps, targets } = limits;
  const rows: [string, string][] = [
    [t('team.version'), limits.version],
    [t('team.workers'), state ? formatCount(state.workers) : '–'],
    [t('team.targets'), describePermitted(t, targets)],
    [t('team.concurrent'), formatCount(caps.maxConcurrentRuns)],
    [t('team.ofPerson'), formatCount(caps.maxRunsOfPerson)],
    [t('team.inAll'), formatCount(caps.maxRunsInAll)],
    [t('team.experiments'), formatCount(caps.maxExperiments)],
    [t('team.rate'), `${formatCount(caps.maxRatePerSecond)}/s`],
    [t('team.rateOfTarget'), `${formatCount(caps.maxRateOfTarget)}/s`],
    [t('team.connections'), formatCount(caps.maxConnections)],
    [t('team.connectionsOfTarget'), formatCount(caps.maxConnectionsOfTarget)],
    [t('team.duration'), formatLength(caps.maxDurationMs)],
  ];
  return (
    <section className="card pad" aria-label={t('team.limits')}>
      <h2 style={{ marginBlockEnd: 12 }}>{t('team.limits')}</h2>
      <KeyValues rows={rows} />
    </section>
  );
}
