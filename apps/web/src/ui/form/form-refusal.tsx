import { isProblem } from '@plimsoll/client/api-problem';
import { Notice } from '../notice/notice.tsx';
import { ProblemNotice } from '../notice/problem-notice.tsx';

interface Props {
  readonly error: Error | null;
  /** The form's own sentence about this refusal, where it has one. */
  readonly own?: string | false;
  readonly tone?: 'bad' | 'warn';
}

/** What was refused of a form, but for what stands beside its fields. */
export function FormRefusal({ error, own = false, tone = 'bad' }: Props) {
  if (own !== false)
    return (
      <Notice tone={tone} announce>
        {own}
      </Notice>
    );
  const besideFields = isProblem(error) && error.errors.length > 0;
  return error && !besideFields ? <ProblemNotice error={error} /> : null;
}
