import { formatMoment } from '@plimsoll/wording/date';
import { shellWords } from '@plimsoll/wording/en/app';
import { fewWorkersWords } from '@plimsoll/wording/en/few-workers';
import { setupWords } from '@plimsoll/wording/en/main';
import { storageWords } from '@plimsoll/wording/en/storage';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { health } from '../../api/system.ts';
import { Chip } from '../../ui/chip.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';

/** Database, queue, workers; each with what is wrong, or the command that mends it. */
export function HealthChecks() {
  const { data, error, refetch } = useQuery(health);
  if (error) return <ProblemNotice error={error} retry={() => void refetch()} />;
  const parts = [
    { key: 'database', fine: data?.database === 'ok' },
    { key: 'queue', fine: data?.queue === 'ok' },
    { key: 'workers', fine: (data?.workers ?? 0) > 0 || data?.poolsScale === true },
    // Only an installation that has one asks about it.
    ...(data?.archive ? ([{ key: 'archive', fine: data.archive === 'ok' }] as const) : []),
  ] as const;
  return (
    <section className="card pad" aria-label={setupWords.checks}>
      <h2>{setupWords.checks}</h2>
      {parts.map(({ key, fine }) => (
        <div key={key} className="row" style={{ marginBlockStart: 10, minBlockSize: 26 }}>
          <span style={{ minInlineSize: 90 }}>{key === 'archive' ? storageWords.archive : setupWords[key]}</span>
          {data && (
            <Chip tone={fine ? 'good' : 'bad'} icon={fine ? IconCheck : IconX}>
              {key === 'workers' && fine ? shellWords.workers({ count: data.workers }) : fine ? setupWords.fine : setupWords.missing}
            </Chip>
          )}
          {data && !fine && (
            <span className="small soft">
              {data.troubles.find(({ part }) => part === key)?.sentence ?? (key !== 'archive' && setupWords[`${key}Fix`])}
            </span>
          )}
          {key === 'workers' && fine && data?.workers === 0 && <span className="small soft">{fewWorkersWords.atRest}</span>}
          {key === 'archive' && data?.archiveWrittenAt && (
            <span className="small soft">{storageWords.archiveWritten({ at: formatMoment(data.archiveWrittenAt) })}</span>
          )}
        </div>
      ))}
    </section>
  );
}
