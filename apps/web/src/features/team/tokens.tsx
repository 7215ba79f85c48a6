import '../../i18n/share-text.ts';
import '../../i18n/team-text.ts';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type Scope, scopes } from '@plimsoll/contracts/account';
import { formatAgo, formatDay } from '@plimsoll/wording/time';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createToken, revokeToken, tokens as tokensQuery } from '../../api/tokens.ts';
import { CopyButton } from '../../ui/copy.tsx';
import { ItemRow } from '../../ui/item-row.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useNow } from '../../ui/now.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

/** Tokens for programs. Each is shown once. */
export function Tokens() {
  const { t } = useTranslation();
  return (
    <section className="card pad stack" aria-label={t('tokens.title')}>
      <div>
        <h2>{t('tokens.title')}</h2>
        <p className="small soft" style={{ margin: '4px 0 0' }}>
          {t('tokens.intro')}
        </p>
      </div>
      <NewToken />
      <TokenList />
    </section>
  );
}

function NewToken() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [scope, setScope] = useState<Scope>('write');
  const create = useMutation({
    mutationFn: () => createToken({ name: name.trim(), scopes: [scope], expiresInDays: null }),
    onSuccess: () => {
      setName('');
      return queryClient.invalidateQueries({ queryKey: ['tokens'] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) create.mutate();
  };
  return (
    <form className="stack" style={{ gap: 10 }} onSubmit={submit}>
      <div className="row" style={{ alignItems: 'end', gap: 8 }}>
        <TextInput
          label={t('tokens.name')}
          placeholder="CI"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          style={{ flex: '1 1 140px' }}
          maxLength={100}
        />
        <NativeSelect
          label={t('tokens.scope')}
          value={scope}
          onChange={(event) => setScope(event.currentTarget.value as Scope)}
          data={scopes.map((value) => ({ value, label: t(`tokens.scopes.${value}`) }))}
        />
        <Button type="submit" disabled={!name.trim()} loading={create.isPending}>
          {t('tokens.create')}
        </Button>
      </div>
      {create.error && <ProblemNotice error={create.error} />}
      {create.data && (
        <Notice tone="calm">
          <div style={{ marginBlockEnd: 8 }}>{t('tokens.once')}</div>
          <div className="row tight">
            <code style={{ overflowWrap: 'anywhere' }}>{create.data.token}</code>
            <CopyButton text={create.data.token} label={t('tokens.copy')} />
          </div>
        </Notice>
      )}
    </form>
  );
}

function TokenList() {
  const { t } = useTranslation();
  const now = useNow();
  const queryClient = useQueryClient();
  const list = useQuery(tokensQuery);
  const revoke = useMutation({ mutationFn: revokeToken, onSuccess: () => queryClient.invalidateQueries({ queryKey: ['tokens'] }) });
  if (list.error) return <ProblemNotice error={list.error} />;
  if (!list.data) return <Loading rows={2} />;
  if (list.data.items.length === 0) return <p className="soft small">{t('tokens.none')}</p>;
  return (
    <div>
      {list.data.items.map((token) => (
        <ItemRow
          key={token.id}
          name={token.name}
          detail={`${token.scopes.map((one) => t(`tokens.scopes.${one}`)).join(', ')} · ${
            token.revokedAt
              ? t('tokens.revokedOn', { day: formatDay(token.revokedAt) })
              : token.lastUsedAt
                ? t('tokens.used', { ago: formatAgo(token.lastUsedAt, now) })
                : t('tokens.unused')
          }`}
          action={
            !token.revokedAt && (
              <Button
                size="compact-sm"
                color="red"
                aria-label={t('tokens.revokeOne', { name: token.name })}
                loading={revoke.isPending && revoke.variables === token.id}
                onClick={() => revoke.mutate(token.id)}
              >
                {t('share.revoke')}
              </Button>
            )
          }
        />
      ))}
    </div>
  );
}
