import { Button } from '@mantine/core';
import { waysWords } from '@plimsoll/wording/en/ways';
import { useState } from 'react';
import { goToProvider } from '../../api/team/door.ts';
import { useSending } from '../../ui/form/sending.ts';
import { Notice } from '../../ui/notice/notice.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';

type Failure = keyof typeof waysWords.failed;

interface Props {
  /** Its name. */
  readonly provider: string;
  /** The page that the sign-in leads to. */
  readonly next: string;
  /** Why the last try came to nothing, as the address says it. */
  readonly failed: string | null;
  /** Is it the only way? */
  readonly only: boolean;
}

/** The way in by the provider of identities. */
export function ProviderSignIn({ provider, next, failed, only }: Props) {
  const { start, pending, made, refusal } = useSending({ send: () => goToProvider(next), refuse: () => undefined });
  // It comes after the page: whoever types already keeps the focus.
  const [free] = useState(() => document.activeElement === document.body);
  const known = failed !== null && Object.hasOwn(waysWords.failed, failed);
  return (
    <>
      {known && !refusal && (
        <Notice tone="bad" announce>
          {waysWords.failed[failed as Failure]}
        </Notice>
      )}
      {refusal && <ProblemNotice error={refusal} />}
      <Button variant="filled" fullWidth autoFocus={free} loading={pending || made === true} onClick={() => start(undefined)}>
        {waysWords.provider({ provider })}
      </Button>
      {!only && (
        <div className="small soft" style={{ textAlign: 'center' }}>
          {waysWords.or}
        </div>
      )}
    </>
  );
}
