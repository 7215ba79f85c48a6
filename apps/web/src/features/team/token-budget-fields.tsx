import { Checkbox, MultiSelect, TextInput } from '@mantine/core';
import { mostBudgetPlans } from '@plimsoll/contracts/token-budget';
import { tokensWords } from '@plimsoll/wording/en/team';
import { useQuery } from '@tanstack/react-query';
import { plans as plansQuery } from '../../api/plans.ts';
import { type Fields, fieldAt, textField } from '../../ui/form/fields.ts';
import styles from './tokens.module.css';

/** The budget as it is typed. */
export interface BudgetValues {
  readonly hasBudget: boolean;
  readonly hosts: string;
  readonly plans: readonly string[];
  readonly rate: string;
  readonly minutes: string;
}

export const noBudget: BudgetValues = { hasBudget: false, hosts: '', plans: [], rate: '100', minutes: '60' };

/** As it is sent; null without one. */
export function budgetOf({ hasBudget, hosts, plans, rate, minutes }: BudgetValues) {
  if (!hasBudget) return null;
  const entries = hosts.split(/[\s,]+/).filter(Boolean);
  return { hosts: entries, plans, ratePerSecond: typedNumber(rate), minutesPerDay: typedNumber(minutes) };
}

const typedNumber = (text: string) => (text.trim() === '' ? null : Number(text));

/** What an assistant may launch with the token. */
export function TokenBudgetFields({ form }: { readonly form: Fields<BudgetValues> & { errorIn(pointer: string): string | null } }) {
  const { data } = useQuery({ ...plansQuery, enabled: form.values.hasBudget });
  const { values, set } = form;
  const hosts = { ...textField(form, 'hosts', '/budget/hosts'), error: form.errorIn('/budget/hosts') ?? form.error('/budget') };
  return (
    <>
      <Checkbox
        label={tokensWords.budget.has}
        description={tokensWords.budget.why}
        checked={values.hasBudget}
        onChange={(event) => set({ hasBudget: event.currentTarget.checked })}
      />
      {values.hasBudget && (
        <fieldset className={styles.budget}>
          <legend className="small soft">{tokensWords.budget.title}</legend>
          <TextInput
            {...hosts}
            label={tokensWords.budget.hosts}
            description={tokensWords.budget.hostsHint}
            placeholder="staging.example.com, 127.0.0.1"
            maxLength={2000}
            autoCapitalize="none"
            spellCheck={false}
          />
          <MultiSelect
            {...fieldAt(form, '/budget/plans')}
            label={tokensWords.budget.plans}
            description={tokensWords.budget.plansHint}
            value={[...values.plans]}
            onChange={(plans) => set({ plans })}
            data={(data?.items ?? []).map(({ id, plan }) => ({ value: id, label: plan.name }))}
            maxValues={mostBudgetPlans}
            searchable
          />
          <div className={styles.tokenRow}>
            <TextInput {...textField(form, 'rate', '/budget/ratePerSecond')} label={tokensWords.budget.rate} inputMode="decimal" />
            <TextInput {...textField(form, 'minutes', '/budget/minutesPerDay')} label={tokensWords.budget.minutes} inputMode="decimal" />
          </div>
        </fieldset>
      )}
    </>
  );
}
