import { Button } from '@mantine/core';
import { passkeyWords } from '@plimsoll/wording/en/ways';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { askPasskeyOptions, sendPasskey } from '../../api/team/door.ts';
import { useSending } from '../../ui/form/sending.ts';
import { Notice } from '../../ui/notice/notice.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { isBrowsersNo } from './browsers-no.ts';

async function signIn(): Promise<true> {
  const [{ startAuthentication }, options] = await Promise.all([import('@simplewebauthn/browser'), askPasskeyOptions()]);
  await sendPasskey(await startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }));
  return true;
}

/** The way in by a passkey; `label` where it is the second factor of somebody who is in already. */
export function PasskeySignIn({ done, label = passkeyWords.signIn }: { done(): unknown; label?: string }) {
  const { start, pending, refusal } = useSending({ send: signIn, refuse: () => undefined, done });
  return (
    <>
      {refusal &&
        (isBrowsersNo(refusal) ? (
          <Notice tone="bad" announce>
            {passkeyWords.browserNo}
          </Notice>
        ) : (
          <ProblemNotice error={refusal} />
        ))}
      {/* The field above keeps the focus: nobody who presses this has typed a wrong address. */}
      <Button fullWidth loading={pending} onMouseDown={(event) => event.preventDefault()} onClick={() => start(undefined)}>
        {label}
      </Button>
    </>
  );
}
