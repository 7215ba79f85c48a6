/** A gRPC call beside its URL: types, method, messages, and when they are sent. A chunk of its own: import it lazily. */
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import '../../../i18n/call-text.ts';
import styles from './calls.module.css';
import { DefinitionFields } from './definition-fields.tsx';
import { MessageFields } from './message-fields.tsx';
import { MethodField } from './method-field.tsx';
import { StreamFields } from './stream-fields.tsx';
import { useCall } from './use-call.ts';
import { descriptionQuery, methodOf } from './use-description.ts';

/** A text that is being typed is asked about when it rests. */
const restMs = 400;

export function CallFields() {
  const { t } = useTranslation();
  const { row } = useCall();
  const { url, call } = row;
  const [rested] = useDebouncedValue({ url, call }, restMs);
  // Another source is another question at once; only its text has to rest.
  const asked = useQuery(descriptionQuery(rested.call.definition === call.definition ? rested : row));
  const method = methodOf(asked.data, call.call);
  return (
    <section className={`stack ${styles.call}`} aria-label={t('callForm.title')}>
      <DefinitionFields asked={asked} />
      <MethodField description={asked.data} method={method} />
      <MessageFields description={asked.data} method={method} />
      <StreamFields kind={method?.kind ?? null} />
    </section>
  );
}
