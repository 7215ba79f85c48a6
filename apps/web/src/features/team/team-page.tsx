import { can } from '@plimsoll/contracts/account';
import { teamWords } from '@plimsoll/wording/en/team';
import { formatCount } from '@plimsoll/wording/number';
import { formatLength } from '@plimsoll/wording/time';
import { useQuery } from '@tanstack/react-query';
import { shares as sharesQuery } from '../../api/shares.ts';
import { system } from '../../api/system.ts';
import { session } from '../../api/team/session.ts';
import { teamSettings } from '../../api/team/team-settings.ts';
import { tokens as tokensQuery } from '../../api/team/tokens.ts';
import { KeyValues } from '../../ui/key-values.tsx';
import { Loading } from '../../ui/notice/loading.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { KillSwitch } from './kill-switch.tsx';
import { SharedLinks } from './shared-links.tsx';
import { TeamNav } from './team-nav.tsx';
import { TeamStop } from './team-stop.tsx';
import { TeamTargets } from './team-targets.tsx';
import { Tokens } from './tokens.tsx';
import { TraceAddress } from './trace-address.tsx';

/** The team's keys and limits: tokens, links that are out, where load may go. */
export function TeamPage() {
  usePageTitle(teamWords.title);
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
      <h1>{who?.team?.name ?? teamWords.title}</h1>
      <div className="sub">
        {who?.user.name} · {who?.user.email} · {who?.role ? teamWords.role[who.role] : ''}
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
            {who?.role && <TraceAddress role={who.role} />}
            {who?.role && can(who.role, 'team.stop') && <TeamStop />}
            {who?.operator && <KillSwitch />}
          </div>
        </div>
      )}
    </>
  );
}

function Limits() {
  const { data: limits } = useQuery(system);
  if (!limits) return null;
  const { caps } = limits;
  const rows: [string, string][] = [
    [teamWords.version, limits.version],
    [teamWords.concurrent, formatCount(caps.maxConcurrentRuns)],
    [teamWords.ofPerson, formatCount(caps.maxRunsOfPerson)],
    [teamWords.inAll, formatCount(caps.maxRunsInAll)],
    [teamWords.experiments, formatCount(caps.maxExperiments)],
    [teamWords.rate, `${formatCount(caps.maxRatePerSecond)}/s`],
    [teamWords.rateOfTarget, `${formatCount(caps.maxRateOfTarget)}/s`],
    [teamWords.connections, formatCount(caps.maxConnections)],
    [teamWords.connectionsOfTarget, formatCount(caps.maxConnectionsOfTarget)],
    [teamWords.duration, formatLength(caps.maxDurationMs)],
  ];
  return (
    <section className="card pad" aria-label={teamWords.limits}>
      <h2 style={{ marginBlockEnd: 12 }}>{teamWords.limits}</h2>
      <KeyValues rows={rows} />
    </section>
  );
}
