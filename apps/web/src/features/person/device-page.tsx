import { Button, TextInput } from '@mantine/core';
import { deviceTokenDays, lettersOf, shownUserCode, type WaitingDevice } from '@plimsoll/contracts/device-login';
import { sayAgo } from '@plimsoll/wording/date';
import { deviceWords } from '@plimsoll/wording/en/device';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { decideDevice, lookAtDevice } from '../../api/team/device-login.ts';
import { session } from '../../api/team/session.ts';
import { TextLink } from '../../ui/links.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { useNow } from '../../ui/now.ts';
import { usePageTitle } from '../../ui/page-title.ts';

/** Where `plimsoll login` sends its person: which machine asks, and whether it gets a token. */
export function DevicePage() {
  usePageTitle(deviceWords.title);
  const { code } = useSearch({ strict: false }) as { code?: string };
  const [typed, setTyped] = useState(code ?? '');
  const look = useMutation({ mutationFn: lookAtDevice });
  const { mutate } = look;
  // A link with the code in it has been typed already.
  useEffect(() => {
    if (code) mutate(code);
  }, [code, mutate]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (lettersOf(typed) !== '') mutate(typed);
  };
  return (
    <div className="stack" style={{ maxInlineSize: 560 }}>
      <h1>{deviceWords.title}</h1>
      {look.data ? (
        <Decision machine={look.data} userCode={shownUserCode(lettersOf(look.variables))} onOther={look.reset} />
      ) : (
        <form className="card pad stack" noValidate onSubmit={submit}>
          <div className="soft small">{deviceWords.what}</div>
          {look.error && <ProblemNotice error={look.error} />}
          <TextInput
            label={deviceWords.code}
            name="code"
            placeholder="BCDF-GHJK"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            autoFocus
            data-mono
          />
          <Button type="submit" variant="filled" loading={look.isPending} fullWidth>
            {deviceWords.look}
          </Button>
        </form>
      )}
    </div>
  );
}

interface DecisionProps {
  readonly machine: WaitingDevice;
  readonly userCode: string;
  readonly onOther: () => void;
}

function Decision({ machine: { machine, address, askedAt }, userCode, onOther }: DecisionProps) {
  const now = useNow();
  const { data: who } = useQuery(session);
  const decide = useMutation({ mutationFn: decideDevice });
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  if (decide.isSuccess)
    return (
      <>
        <Notice tone={decide.variables.approve ? 'good' : 'calm'} announce>
          {decide.variables.approve ? deviceWords.approved({ machine }) : deviceWords.denied({ machine })}
        </Notice>
        <TextLink size="sm" py={3} to="/team">
          {deviceWords.tokens}
        </TextLink>
      </>
    );
  return (
    <section className="card pad stack" aria-label={deviceWords.asks({ machine })}>
      <h2 ref={title} tabIndex={-1} style={{ overflowWrap: 'anywhere', outline: 'none' }}>
        {deviceWords.asks({ machine })}
      </h2>
      <div className="soft small">{deviceWords.from({ ago: sayAgo(askedAt, now), address })}</div>
      <div>{deviceWords.gets({ team: who?.team?.name ?? '', days: deviceTokenDays })}</div>
      <Notice tone="warn">{deviceWords.sure({ code: userCode })}</Notice>
      {decide.error && <ProblemNotice error={decide.error} />}
      <div className="row">
        <Button variant="filled" loading={decide.isPending} onClick={() => decide.mutate({ userCode, approve: true })}>
          {deviceWords.approve}
        </Button>
        <Button disabled={decide.isPending} onClick={() => decide.mutate({ userCode, approve: false })}>
          {deviceWords.deny}
        </Button>
        <span className="push" />
        <Button variant="subtle" onClick={onOther}>
          {deviceWords.other}
        </Button>
      </div>
    </section>
  );
}
