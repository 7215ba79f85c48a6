import { Button, Checkbox, MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import { type TellingKind, tellingKinds } from '@plimsoll/contracts/telling';
import {
  type ChangeWebhook,
  changeWebhookSchema,
  createWebhookSchema,
  type Webhook,
  type WebhookFormat,
  webhookFormats,
} from '@plimsoll/contracts/webhook';
import { notificationsWords } from '@plimsoll/wording/en/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { plans as plansQuery } from '../../../api/plans.ts';
import { members as membersQuery } from '../../../api/team/members.ts';
import { changeWebhook, createWebhook, webhooks } from '../../../api/team/webhooks.ts';
import { FieldError } from '../../../ui/form/field-error.tsx';
import { type Fields, fieldAt, groupAt, textField } from '../../../ui/form/fields.ts';
import { FormRefusal } from '../../../ui/form/form-refusal.tsx';
import { judgeBy } from '../../../ui/form/judged.ts';
import { useJudgedForm } from '../../../ui/form/judged-form.ts';
import { useSending } from '../../../ui/form/sending.ts';
import styles from './notifications.module.css';
import { OnceSecret } from './once-secret.tsx';

interface Values {
  readonly name: string;
  readonly format: WebhookFormat;
  readonly url: string;
  readonly receiverId: string;
  readonly events: readonly TellingKind[];
  readonly planIds: readonly string[];
}

const chosen = ({ name, events, planIds }: Values) => ({ name, events: [...events], planIds: planIds.length === 0 ? null : [...planIds] });
const judgeNew = (values: Values) => {
  const { format, url, receiverId } = values;
  const to = format === 'mail' ? (receiverId === '' ? {} : { receiverId }) : { url: url.trim() };
  return judgeBy(createWebhookSchema, { ...chosen(values), format, ...to });
};
const judgeChange = (values: Values) => {
  const url = values.url.trim();
  return judgeBy(changeWebhookSchema, { ...chosen(values), ...(url !== '' && { url }) });
};

/** What somebody who adds one most likely wants to hear of: trouble. */
const troubles: readonly TellingKind[] = ['worker.lost', 'regression.confirmed', 'run.worse', 'run.failed_threshold', 'schedule.missed'];

export function NewNotification() {
  const queryClient = useQueryClient();
  const initial = useCallback((): Values => ({ name: '', format: 'standard', url: '', receiverId: '', events: troubles, planIds: [] }), []);
  const form = useJudgedForm({ initial, judge: judgeNew });
  const { start, pending, made, refusal } = useSending({
    send: createWebhook,
    refuse: form.refuse,
    done: () => {
      form.reset();
      return queryClient.invalidateQueries({ queryKey: webhooks.queryKey });
    },
  });
  return (
    <section className="card pad stack" aria-label={notificationsWords.newTitle}>
      <h2>{notificationsWords.newTitle}</h2>
      <form className="stack" style={{ gap: 12 }} onSubmit={form.attempt(start)} noValidate>
        <Where form={form} />
        <What form={form} />
        <div>
          <Button type="submit" variant="filled" loading={pending}>
            {notificationsWords.create}
          </Button>
        </div>
        <FormRefusal error={refusal} />
        {made?.secret && <OnceSecret secret={made.secret} text={notificationsWords.secretOnce} />}
      </form>
    </section>
  );
}

export function ChangeNotification({ webhook, onDone }: { readonly webhook: Webhook; onDone(): void }) {
  const queryClient = useQueryClient();
  const { id, name, format, shown, events, planIds } = webhook;
  const initial = useCallback(
    (): Values => ({ name, format, url: '', receiverId: '', events, planIds: planIds ?? [] }),
    [name, format, events, planIds],
  );
  const form = useJudgedForm({ initial, judge: judgeChange });
  const { start, pending, refusal } = useSending({
    send: (body: ChangeWebhook) => changeWebhook({ id, ...body }),
    refuse: form.refuse,
    done: async () => {
      await queryClient.invalidateQueries({ queryKey: webhooks.queryKey });
      onDone();
    },
  });
  return (
    <form
      className="stack"
      style={{ gap: 12 }}
      aria-label={notificationsWords.editTitle({ name })}
      onSubmit={form.attempt(start)}
      noValidate
    >
      <TextInput {...textField(form, 'name')} label={notificationsWords.name} maxLength={100} />
      {format !== 'mail' && <Address form={form} description={notificationsWords.urlStays({ host: shown })} />}
      <What form={form} />
      <div>
        <Button type="submit" variant="filled" loading={pending}>
          {notificationsWords.save}
        </Button>
      </div>
      <FormRefusal error={refusal} />
    </form>
  );
}

function Where({ form }: { readonly form: Fields<Values> }) {
  const { format, receiverId } = form.values;
  return (
    <div className={styles.where}>
      <TextInput
        {...textField(form, 'name')}
        label={notificationsWords.name}
        placeholder={notificationsWords.namePlaceholder}
        maxLength={100}
      />
      <NativeSelect
        {...fieldAt(form, '/format')}
        label={notificationsWords.format}
        value={format}
        onChange={(event) => form.set({ format: event.currentTarget.value as WebhookFormat })}
        data={webhookFormats.map((value) => ({ value, label: notificationsWords.formats[value] }))}
      />
      {format === 'mail' ? (
        <Receiver form={form} value={receiverId} />
      ) : (
        <Address form={form} description={notificationsWords.urlHints[format]} />
      )}
    </div>
  );
}

function Address({ form, description }: { readonly form: Fields<Values>; readonly description: string }) {
  return (
    <TextInput
      {...textField(form, 'url')}
      className={styles.address}
      label={notificationsWords.url}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder="https://"
      maxLength={2000}
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
    />
  );
}

function Receiver({ form, value }: { readonly form: Fields<Values>; readonly value: string }) {
  const { data } = useQuery(membersQuery);
  return (
    <NativeSelect
      {...fieldAt(form, '/receiverId')}
      className={styles.address}
      label={notificationsWords.receiver}
      value={value}
      onChange={(event) => form.set({ receiverId: event.currentTarget.value })}
      data={[
        { value: '', label: notificationsWords.choose },
        ...(data?.items ?? []).map(({ userId, name, email }) => ({ value: userId, label: email === null ? name : `${name} · ${email}` })),
      ]}
    />
  );
}

function What({ form }: { readonly form: Fields<Values> }) {
  const { events, planIds } = form.values;
  const { data: plans } = useQuery(plansQuery);
  const toggle = (kind: TellingKind, on: boolean) =>
    form.set({ events: on ? tellingKinds.filter((one) => one === kind || events.includes(one)) : events.filter((one) => one !== kind) });
  return (
    <>
      <fieldset className={styles.events} {...groupAt(form, '/events')}>
        <legend>{notificationsWords.events}</legend>
        {tellingKinds.map((kind) => (
          <Checkbox
            key={kind}
            size="sm"
            label={notificationsWords.event[kind]}
            checked={events.includes(kind)}
            onChange={(event) => toggle(kind, event.currentTarget.checked)}
          />
        ))}
        <FieldError form={form} at="/events" />
      </fieldset>
      <MultiSelect
        {...fieldAt(form, '/planIds')}
        label={notificationsWords.plans}
        description={notificationsWords.plansHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        searchable
        maxValues={50}
        value={[...planIds]}
        onChange={(ids) => form.set({ planIds: ids })}
        data={(plans?.items ?? []).map(({ id, plan }) => ({ value: id, label: plan.name }))}
      />
    </>
  );
}
