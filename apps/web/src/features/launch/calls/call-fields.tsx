/** A gRPC call beside its URL: types, method, messages, and when they are sent. A chunk of its own: import it lazily. */
import { useDebouncedValue } from '@mantine/hooks';
import { callFormWords } from '@plimsoll/wording/en/call-form';
import { useQuery } from '@tanstack/react-query';
import { system } from '../../../api/system.ts';
import { CallKnobs } from './call-knobs.tsx';
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
  const { row } = useCall();
  const { url, call } = row;
  const [proto] = useDebouncedValue(call.proto, restMs);
  const query = descriptionQuery({ url, call: { ...call, proto } });
  // The web knows the offer of the demo service without asking it.
  const demo = useQuery(system).data?.demoGrpcTarget === url;
  const asked = useQuery({
    ...query,
    enabled: query.enabled || (demo && call.definition === 'reflection'),
    // While a text is being typed, what it offered before stays.
    placeholderData: (before, last) => (call.definition === 'proto' && last?.queryKey[2] === 'proto' ? before : undefined),
  });
  const method = methodOf(asked.data, call.call);
  return (
    <section className={`stack ${styles.call}`} aria-label={callFormWords.title}>
      {demo && <CallKnobs />}
      <DefinitionFields asked={asked} />
      <MethodField description={asked.data} method={method} />
      <MessageFields description={asked.data} method={method} />
      <StreamFields kind={method?.kind ?? null} />
    </section>
  );
}
