import { formatMoment } from '@plimsoll/wording/date';
import { schedulesWords } from '@plimsoll/wording/en/schedule';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { deleteSchedule, schedules as schedulesQuery } from '../../api/schedules.ts';
import { useMay } from '../../api/team/may.ts';
import { useRemoval } from '../../domain/removal/use-removal.ts';
import runTableStyles from '../../domain/run/table/run-table.module.css';
import { RemoveButton } from '../../ui/form/row-buttons.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { ListPage } from '../../ui/notice/list-page.tsx';
import { OutcomeLine } from './outcome-line.tsx';
import { Expression, PauseButton, PausedChip, Starts, When } from './schedule-parts.tsx';

/** What starts by itself, when next, and what became of the last time. */
export function SchedulesPage() {
  const mayEdit = useMay()('schedule.edit');
  const list = useQuery(schedulesQuery);
  const remove = useRemoval();
  const newOne = mayEdit && (
    <ButtonLink to="/schedules/new" variant="filled" leftSection={<IconPlus size={15} aria-hidden />}>
      {schedulesWords.new}
    </ButtonLink>
  );
  return (
    <ListPage
      words={schedulesWords}
      query={list}
      action={newOne}
      columns={[
        {
          key: 'name',
          head: schedulesWords.name,
          inCard: 'wide',
          cell: (schedule) => (
            <>
              <Link to="/schedules/$scheduleId" params={{ scheduleId: schedule.id }} className={runTableStyles.runName}>
                {schedule.name}
              </Link>
              <div className="small soft" style={{ overflowWrap: 'anywhere' }}>
                <Starts schedule={schedule} />
              </div>
            </>
          ),
        },
        {
          key: 'when',
          head: schedulesWords.when,
          cell: ({ cron, timeZone }) => (
            <>
              <When cron={cron} />
              <div className="small soft">
                <Expression cron={cron} /> {timeZone}
              </div>
            </>
          ),
        },
        {
          key: 'next',
          head: schedulesWords.next,
          cardLabel: ({ paused }) => (paused ? undefined : schedulesWords.next),
          cell: (schedule) =>
            schedule.paused ? (
              <PausedChip schedule={schedule} />
            ) : schedule.next[0] ? (
              <span className="num">{formatMoment(schedule.next[0], schedule.timeZone)}</span>
            ) : (
              '–'
            ),
        },
        {
          key: 'last',
          head: schedulesWords.last,
          cell: ({ outcomes: [latest], timeZone }) =>
            latest ? (
              <OutcomeLine outcome={latest} timeZone={timeZone} />
            ) : (
              <span className="small soft num">{schedulesWords.nothingYet}</span>
            ),
        },
        {
          key: 'actions',
          head: schedulesWords.actions,
          headHidden: true,
          cell: (schedule) =>
            mayEdit && (
              <div className="row tight nowrap" style={{ justifyContent: 'flex-end' }}>
                <PauseButton schedule={schedule} size="compact-sm" />
                <RemoveButton
                  label={schedulesWords.deleteOne({ name: schedule.name })}
                  onRemove={() =>
                    remove({
                      id: schedule.id,
                      said: schedulesWords.deleted({ name: schedule.name }),
                      lists: 'schedules',
                      remove: () => deleteSchedule(schedule.id),
                    })
                  }
                />
              </div>
            ),
        },
      ]}
    />
  );
}
