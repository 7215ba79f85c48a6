import { Button } from '@mantine/core';
import { launchWords } from '@plimsoll/wording/en/launch';
import { Notice } from '../../ui/notice/notice.tsx';
import type { Draft } from './values/draft.ts';
import { autoName, firstRequest } from './values/form-values.ts';

/** Offers the form that was left before: a new one never begins from it by itself. */
export function LeftForm({ draft: { values }, onContinue }: { draft: Draft; onContinue: () => void }) {
  const name = values.name || (firstRequest(values).url ? autoName(values) : 'YAML');
  return (
    <div style={{ marginBlockEnd: 12 }}>
      <Notice tone="even">
        {launchWords.left({ name })}{' '}
        <Button size="compact-sm" onClick={onContinue}>
          {launchWords.continueLeft}
        </Button>
      </Notice>
    </div>
  );
}
