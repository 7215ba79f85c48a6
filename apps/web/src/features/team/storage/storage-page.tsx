import type { Retention } from '@plimsoll/contracts/retention';
import { storageWords } from '@plimsoll/wording/en/storage';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../../api/team/may.ts';
import { session } from '../../../api/team/session.ts';
import { teamStorage } from '../../../api/team/storage.ts';
import { teamSettings } from '../../../api/team/team-settings.ts';
import { KeyValues } from '../../../ui/key-values.tsx';
import { Loaded } from '../../../ui/notice/loaded.tsx';
import { Loading } from '../../../ui/notice/loading.tsx';
import { usePageTitle } from '../../../ui/page-title.ts';
import { TeamNav } from '../team-nav.tsx';
import { movingRule } from './moving-rule.ts';
import { RetentionForm } from './retention-form.tsx';
import { TeamExports } from './team-exports.tsx';
import { UsedStorage } from './used-storage.tsx';

/** The storage of the team, and the time it keeps samples: admins change it, the others see it. */
export function StoragePage() {
  usePageTitle(storageWords.title);
  const { data: who } = useQuery(session);
  const storage = useQuery(teamStorage);
  const settings = useQuery(teamSettings);
  const may = useMay();
  const [mayEdit, mayExport] = [may('team.edit'), may('team.export')];
  const toArchive = Boolean(storage.data?.archived);
  if (!who?.team) return null;
  return (
    <>
      <h1>{who.team.name}</h1>
      <div className="sub">{storageWords.what({ team: who.team.name })}</div>
      <TeamNav />
      {storage.isLoading || settings.isLoading ? (
        <Loading rows={6} />
      ) : (
        <div className="grid2" style={{ alignItems: 'start' }}>
          <Loaded query={storage}>{(used) => <UsedStorage storage={used} />}</Loaded>
          <Loaded query={settings}>
            {({ retention }) => (
              <section className="card pad stack" aria-label={storageWords.keep}>
                <div>
                  <h2>{storageWords.keep}</h2>
                  <p className="small soft" style={{ margin: '4px 0 0' }}>
                    {storageWords.keepWhat}
                  </p>
                  {toArchive && (
                    <p className="small soft" style={{ margin: '4px 0 0' }}>
                      {storageWords.keepArchive}
                    </p>
                  )}
                </div>
                {mayEdit ? (
                  <RetentionForm retention={retention} byOwner={who.role === 'owner'} toArchive={toArchive} />
                ) : (
                  <Rules retention={retention} toArchive={toArchive} />
                )}
              </section>
            )}
          </Loaded>
          {toArchive && mayExport && <TeamExports />}
        </div>
      )}
    </>
  );
}

function Rules({ retention, toArchive }: { retention: Retention; toArchive: boolean }) {
  const words = (days: number | null) => (days === null ? storageWords.never : storageWords.daysOnly({ count: days }));
  const { samplesDays, runsDays } = retention;
  const ofArchive = [storageWords.moveAfter, words(retention[movingRule(retention)])] as const;
  const rows = [[storageWords.samplesDays, words(samplesDays)] as const, [storageWords.runsDays, words(runsDays)] as const];
  return <KeyValues rows={toArchive ? [ofArchive] : rows} />;
}
