import { Button } from '@mantine/core';
import { sendOneWords } from '@plimsoll/wording/en/send-one';
import { IconSend } from '@tabler/icons-react';
import { Suspense } from 'react';
import { later } from '../../../api/later.ts';
import { useFormIn } from '../../../ui/form/form-context.ts';
import { SendOneContext, useLaunchForm } from '../launch-context.ts';

const Card = later(() => import('./sent-one-card.tsx'), 'SentOneCard');

export function SendOneButton() {
  const form = useLaunchForm();
  const { ask, sending } = useFormIn(SendOneContext);
  return (
    <Button leftSection={<IconSend size={15} aria-hidden />} loading={sending === 'asked'} onClick={() => form.attempt(ask)()}>
      {sendOneWords.send}
    </Button>
  );
}

export function SentOneCard() {
  const state = useFormIn(SendOneContext);
  if (!state.current?.asked) return null;
  return (
    <Suspense fallback={null}>
      <Card state={state} />
    </Suspense>
  );
}
