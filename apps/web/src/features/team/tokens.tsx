import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type Scope, scopes } from '@plimsoll/contracts/account';
import { createTokenSchema } from '@plimsoll/contracts/token';
import type { BudgetUse, TokenBudget } from '@plimsoll/contracts/token-budget';
import { formatDay, sayAgo } from '@plimsoll/wording/date';
import { tokensWords } from '@plimsoll/wording/en/team';
import { joined } from '@plimsoll/wording/list';
import { formatSignificant } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createToken, revokeToken, tokens as tokensQuery } from '../../api/team/tokens.ts';
import { CardHead } from '../../ui/card-head.tsx';
import { CopyLine } from '../../ui/copy.tsx';
import { fieldAt, textField } from '../../ui/form/fields.ts';
import { judgeBy } from '../../ui/form/judged.ts';
import { useJudgedForm } from '../../ui/form/judged-form.ts';
import { useSending } from '../../ui/form/sending.ts';
import { Loading } from '../../ui/notice/loading.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { useNow } from '../../ui/now.ts';
import { ItemRow } from '../../ui/table/item-row.tsx';
import { RevokeButton } from '../../ui/table/revoke-button.tsx';
import { type BudgetValues, budgetOf, noBudget, TokenBudgetFields } from './token-budget-fields.tsx';
import styles from './tokens.module.css';

/** A colon would name a catalogue. */
const scopeWord = (scope: Scope) => (scope === 'resources:write' ? 'resources' : scope);

/** Tokens for programs. Each is shown once. */
export function Tokens() {
  return (
    <section className="card pad stack" aria-label={tokensWords.title}>
      <CardHead title={tokensWords.title}>{tokensWords.intro}</CardHead>
      <NewToken />
      <TokenList />
    </section>
  );
}

interface TokenValues extends BudgetValues {
  readonly name: string;
  readonly scope: Scope;
}
/** Only a token that runs and may not write has one. */
const judge = ({ name, scope, ...budget }: TokenValues) =>
  judgeBy(createTokenSchema, { name, scopes: [scope], budget: scope === 'run' ? budgetOf(budget) : null });

function NewToken() {
  const queryClient = useQueryClient();
  const form = useJudgedForm({ initial: (): TokenValues => ({ name: '', scope: 'write', ...noBudget }), judge });
  const { start, pending, made, refusal } = useSending({
    send: createToken,
    refuse: form.refuse,
    done: () => {
      form.reset();
      return queryClient.invalidateQueries({ queryKey: ['tokens'] });
    },
  });
  const mayHaveBudget = form.values.scope === 'run';
  const create = (
    <Button type="submit" loading={pending}>
      {tokensWords.create}
    </Button>
  );
  return (
    <form className="stack" style={{ gap: 10 }} onSubmit={form.attempt(start)} noValidate>
      <div className={styles.tokenRow}>
        <TextInput {...textField(form, 'name')} label={tokensWords.name} placeholder="CI" maxLength={100} style={{ flex: '1 1 140px' }} />
        <NativeSelect
          {...fieldAt(form, '/scopes')}
          label={tokensWords.scope}
          value={form.values.scope}
          onChange={(event) => form.set({ scope: event.currentTarget.value as Scope })}
          data={scopes.map((value) => ({ value, label: tokensWords.scopes[scopeWord(value)] }))}
        />
        {!mayHaveBudget && create}
      </div>
      {mayHaveBudget && <TokenBudgetFields form={form} />}
      {mayHaveBudget && <div>{create}</div>}
      {refusal && <ProblemNotice error={refusal} />}
      {made && (
        <Notice tone="calm">
          <div style={{ marginBlockEnd: 8 }}>{tokensWords.once}</div>
          <CopyLine text={made.token} label={tokensWords.copy} />
        </Notice>
      )}
    </form>
  );
}

function sayBudget({ hosts, plans, ratePerSecond, minutesPerDay }: TokenBudget, { usedMinutes }: BudgetUse): string {
  const targets = [...hosts, ...(plans.length > 0 ? [tokensWords.budget.plansNamed({ count: plans.length })] : [])];
  return tokensWords.budget.use({
    used: formatSignificant(usedMinutes),
    all: formatSignificant(minutesPerDay),
    rate: formatRate(ratePerSecond),
    targets: joined(targets),
  });
}

function TokenList() {
  const now = useNow();
  const queryClient = useQueryClient();
  const list = useQuery(tokensQuery);
  const revoke = useMutation({ mutationFn: revokeToken, onSuccess: () => queryClient.invalidateQueries({ queryKey: ['tokens'] }) });
  if (list.error) return <ProblemNotice error={list.error} />;
  if (!list.data) return <Loading rows={2} />;
  if (list.data.items.length === 0) return <p className="soft small">{tokensWords.none}</p>;
  return (
    <div>
      {list.data.items.map((token) => (
        <ItemRow
          key={token.id}
          name={token.name}
          detail={[
            `${joined(token.scopes.map((one) => tokensWords.scopes[scopeWord(one)]))} · ${
              token.revokedAt
                ? tokensWords.revokedOn({ day: formatDay(token.revokedAt) })
                : token.lastUsedAt
                  ? tokensWords.used({ ago: sayAgo(token.lastUsedAt, now) })
                  : tokensWords.unused
            }`,
            ...(token.budget && token.use && !token.revokedAt ? [<div key="budget">{sayBudget(token.budget, token.use)}</div>] : []),
          ]}
          action={
            !token.revokedAt && (
              <RevokeButton
                label={tokensWords.revokeOne({ name: token.name })}
                loading={revoke.isPending && revoke.variables === token.id}
                onClick={() => revoke.mutate(token.id)}
              />
            )
          }
        />
      ))}
    </div>
  );
}
