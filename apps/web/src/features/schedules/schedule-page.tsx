import type { Schedule } from '@plimsoll/contracts/schedule';
import { DataTable } from '@plimsoll/pages/data-table';
import { formatDay, formatMoment } from '@plimsoll/wording/date';
import { schedulesWords } from '@plimsoll/wording/en/schedule';
import { scheduleReasonSentence } from '@plimsoll/wording/schedule-sentence';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { schedule as scheduleQuery } from '../../api/schedules.ts';
import { useMay } from '../../api/team/may.ts';
import { LoadedPage } from '../../ui/notice/loaded-page.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { NextTimes } from './next-times.tsx';
import { OutcomeLine } from './outcome-line.tsx';
import { ChangeSchedule } from './schedule-form.tsx';
import { Expression, PauseButton, Starts, When } from './schedule-parts.tsx';

/** One schedule: when it starts next, what became of its times, and the form that changes it. */
export function SchedulePage() {
  const { scheduleId } = useParams({ strict: false }) as { scheduleId: string };
  const query = useQuery(scheduleQuery(scheduleId));
  usePageTitle(query.data?.name ?? schedulesWords.title);
  return (
    <LoadedPage
      query={query}
      gone={{ title: schedulesWords.notFound, text: schedulesWords.notFoundText, to: '/schedules', action: schedulesWords.toAll }}
    >
      {(schedule) => <Body schedule={schedule} />}
    </LoadedPage>
  );
}

function Body({ schedule }: { schedule: Schedule }) {
  const mayEdit = useMay()('schedule.edit');
  const { name, cron, timeZone, paused, next, author, outcomes } = schedule;
  return (
    <>
      <div className="head">
        <div className="head-title">
          <h1>{name}</h1>
        </div>
        <div className="row tight no-print">{mayEdit && <PauseButton schedule={schedule} size="sm" />}</div>
      </div>
      <div className="sub">
        <Starts schedule={schedule} /> · <When cron={cron} /> <Expression cron={cron} /> · {timeZone}
      </div>
      <div className="stack" style={{ marginBlockStart: 14, gap: 14 }}>
        {paused && (
          <Notice tone={paused.reason ? 'bad' : 'even'}>
            {schedulesWords.pausedSince({ day: formatDay(paused.since) })} {paused.reason && scheduleReasonSentence(paused.reason)}{' '}
            {paused.reason && mayEdit && schedulesWords.takeOver}
          </Notice>
        )}
        <div className="card pad">
          <NextTimes times={next} timeZone={timeZone} />
          <p className="small soft" style={{ marginBlockEnd: 0 }}>
            {author ? schedulesWords.author({ name: author.name }) : schedulesWords.authorGone}
          </p>
        </div>
        <section className="stack" style={{ gap: 10 }} aria-labelledby="outcomes">
          <h2 id="outcomes">{schedulesWords.outcomes}</h2>
          <DataTable
            label={schedulesWords.outcomes}
            cards
            rows={outcomes}
            rowKey={({ dueAt }) => dueAt}
            empty={<p className="small soft">{schedulesWords.nothingYet}</p>}
            columns={[
              { key: 'due', head: schedulesWords.due, cell: ({ dueAt }) => formatMoment(dueAt, timeZone) },
              {
                key: 'outcome',
                head: schedulesWords.outcome,
                inCard: 'wide',
                cell: (outcome) => <OutcomeLine outcome={outcome} timeZone={timeZone} />,
              },
            ]}
          />
        </section>
        {mayEdit && <ChangeSchedule key={schedule.updatedAt} schedule={schedule} />}
      </div>
    </>
  );
}
