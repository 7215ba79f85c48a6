import '../../../i18n/storage-text.ts';
import '../../../i18n/team-text.ts';
import type { Retention } from '@plimsoll/contracts/retention';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../api/may.ts';
import { session } from '../../../api/team/session.ts';
import { teamStorage } from '../../../api/team/storage.ts';
import { teamSettings } from '../../../api/team/team-settings.ts';
import { KeyValues } from '../../../ui/key-values.tsx';
import { Loaded } from '../../../ui/notice/loaded.tsx';
import { Loading } from '../../../ui/notice/loading.tsx';
import { usePageTitle } from '../../../ui/page-title.ts';
import { TeamNav } from '../team-nav.tsx';
import { RetentionForm } from './retention-form.tsx';
import { UsedStorage } from './used-storage.tsx';

/** What the team stores, and how long it keeps samples: admins change it, the others see it. */
export function StoragePage() {
  const { t } = useTranslation();
  usePageTitle(t('storage.title'));
  const { data: who } = useQuery(session);
  const storage = useQuery(teamStorage);
  const settings = useQuery(teamSettings);
  const mayEdit = useMay()('team.edit');
  if (!who?.team) return null;
  return (
    <>
      <h1>{who.team.name}</h1>
      <div className="sub">{t('storage.what', { team: who.team.name })}</div>
      <TeamNav />
      {storage.isLoading || settings.isLoading ? (
        <Loading rows={6} />
      ) : (
        <div className="grid2" style={{ alignItems: 'start' }}>
          <Loaded query={storage}>{(used) => <UsedStorage storage={used} />}</Loaded>
          <Loaded query={settings}>
            {({ retention }) => (
              <section className="card pad stack" aria-label={t('storage.keep')}>
                <div>
                  <h2>{t('storage.keep')}</h2>
                  <p className="small soft" style={{ margin: '4px 0 0' }}>
                    {t('storage.keepWhat')}
                  </p>
                </div>
                {mayEdit ? <RetentionForm retention={retention} byOwner={who.role === 'owner'} /> : <Rules {...retention} />}
              </section>
            )}
          </Loaded>
        </div>
      )}
    </>
  );
}

function Rules({ samplesDays, runsDays }: Retention) {
  const { t } = useTranslation();
  const words = (days: number | null) => (days === null ? t('storage.never') : t('storage.daysOnly', { count: days }));
  return (
    <KeyValues
      rows={[
        [t('storage.samplesDays'), words(samplesDays)],
        [t('storage.runsDays'), words(runsDays)],
      ]}
    />
  );
}
