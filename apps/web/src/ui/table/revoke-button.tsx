import { Button } from '@mantine/core';
import { shareWords } from '@plimsoll/wording/en/share';

/** Takes back what one row names; `label` says which. */
export function RevokeButton({ label, loading, onClick }: { label: string; loading: boolean; onClick: () => void }) {
  return (
    <Button size="compact-sm" color="red" aria-label={label} loading={loading} onClick={onClick}>
      {shareWords.revoke}
    </Button>
  );
}
