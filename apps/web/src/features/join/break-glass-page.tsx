import { Button } from '@mantine/core';
import { breakGlassWords } from '@plimsoll/wording/en/ways';
import { useMutation } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { breakGlass } from '../../api/team/door.ts';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { useArrive } from './arrive.ts';
import { WayIn } from './way-in.tsx';

/** Where the operator's link leads. It is used up by a press, not by whatever looks at addresses. */
export function BreakGlassPage() {
  const { token } = useParams({ strict: false }) as { token: string };
  const arrive = useArrive();
  const enter = useMutation({ mutationFn: () => breakGlass(token), onSuccess: () => arrive('/') });
  return (
    <WayIn title={breakGlassWords.title}>
      <div className="card pad stack">
        <div>{breakGlassWords.what}</div>
        {enter.error && <ProblemNotice error={enter.error} />}
        <Button variant="filled" fullWidth autoFocus loading={enter.isPending} onClick={() => enter.mutate()}>
          {breakGlassWords.enter}
        </Button>
      </div>
    </WayIn>
  );
}
