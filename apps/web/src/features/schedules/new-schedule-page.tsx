import { scheduleFormWords } from '@plimsoll/wording/en/schedule';
import { useNavigate } from '@tanstack/react-router';
import { z } from 'zod';
import { usePageTitle } from '../../ui/page-title.ts';
import { useSearchState } from '../../ui/search-state.ts';
import { NewSchedule } from './schedule-form.tsx';

/** The plan or the experiment that somebody came from. */
const searchSchema = z.object({ plan: z.string().optional().catch(undefined), experiment: z.string().optional().catch(undefined) });

export function NewSchedulePage() {
  usePageTitle(scheduleFormWords.title);
  const navigate = useNavigate();
  const [{ plan, experiment }] = useSearchState(searchSchema);
  const what = plan ? `plan ${plan}` : experiment ? `experiment ${experiment}` : '';
  return (
    <>
      <h1>{scheduleFormWords.title}</h1>
      <div style={{ marginBlockStart: 18, maxInlineSize: 760 }}>
        <NewSchedule what={what} onMade={(id) => void navigate({ to: '/schedules/$scheduleId', params: { scheduleId: id } })} />
      </div>
    </>
  );
}
