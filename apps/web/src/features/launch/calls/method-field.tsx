import { Autocomplete, type ComboboxItem, type OptionsFilter } from '@mantine/core';
import type { GrpcDescription, MethodKind } from '@plimsoll/contracts/grpc-description';
import { callFormWords } from '@plimsoll/wording/en/call-form';
import { IconArrowDown, IconArrowRight, IconArrowsDownUp, IconArrowUp } from '@tabler/icons-react';
import { Chip } from '../../../ui/chip.tsx';
import { textField } from '../../../ui/form/fields.ts';
import launchStyles from '../launch.module.css';
import styles from './calls.module.css';
import { callPointer, useCall } from './use-call.ts';
import { type Method, methodOf, withMethod } from './use-description.ts';

const icons = { unary: IconArrowRight, client_streaming: IconArrowUp, server_streaming: IconArrowDown, bidi_streaming: IconArrowsDownUp };

interface Props {
  readonly description: GrpcDescription | undefined;
  /** The one that is chosen, where it is known. */
  readonly method: Method | null;
}

/** Any word of the search anywhere in the name; all methods again once one is chosen. */
const filter: OptionsFilter = ({ options, search }) => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const all = options.some((option) => 'group' in option && option.items.some(({ value }) => value === search));
  if (all || words.length === 0) return options;
  const fits = ({ value }: ComboboxItem) => words.every((word) => value.toLowerCase().includes(word));
  return options.flatMap((option) => {
    if (!('group' in option)) return [];
    const items = option.items.filter(fits);
    return items.length > 0 ? [{ ...option, items }] : [];
  });
};

/** Chosen from what the definition offers, or typed where nobody was asked yet. */
export function MethodField({ description, method }: Props) {
  const form = useCall();
  const { update } = form;
  const field = textField(form, 'call', `${callPointer}/call`);
  const data = (description?.services ?? []).map(({ name, methods }) => ({
    group: name,
    items: methods.map((one) => `${name}/${one.name}`),
  }));
  return (
    <div className="stack" style={{ gap: 6 }}>
      <Autocomplete
        {...field}
        label={callFormWords.method}
        placeholder={callFormWords.methodHint}
        spellCheck={false}
        autoComplete="off"
        data-mono
        data={data}
        filter={filter}
        maxDropdownHeight={320}
        onChange={(call) => update((now) => withMethod(now, call, description))}
        renderOption={({ option: { value } }) => {
          const kind = methodOf(description, value)?.kind;
          return (
            <span className={styles.option}>
              <span>{value.split('/')[1]}</span>
              {kind && <KindChip kind={kind} />}
            </span>
          );
        }}
      />
      {method && (
        <div className={`row tight small soft ${launchStyles.breakable}`}>
          <KindChip kind={method.kind} /> {callFormWords.kindWhat[method.kind]} {callFormWords.takes(method)}
        </div>
      )}
    </div>
  );
}

function KindChip({ kind }: { kind: MethodKind }) {
  return (
    <Chip tone="even" icon={icons[kind]} title={callFormWords.kindWhat[kind]}>
      {callFormWords.kind[kind]}
    </Chip>
  );
}
