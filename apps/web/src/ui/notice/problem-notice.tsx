import { Button } from '@mantine/core';
import { isProblem } from '@plimsoll/client/api-problem';
import { commonWords } from '@plimsoll/wording/en/main';
import { Notice } from './notice.tsx';

/** The problem in the API's own words, and the hint if there is one. */
export function ProblemNotice({ error, retry }: { error: unknown; retry?: () => void }) {
  const hint = isProblem(error) ? error.problem.hint : undefined;
  return (
    <Notice tone="bad" announce>
      {problemText(error)} {hint}
      {retry && (
        <Button size="compact-sm" ml="sm" onClick={retry}>
          {commonWords.tryAgain}
        </Button>
      )}
    </Notice>
  );
}

export function problemText(error: unknown): string {
  return isProblem(error) ? error.message : commonWords.unexpected;
}
