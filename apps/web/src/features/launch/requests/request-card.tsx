import { ActionIcon, NativeSelect, TextInput } from '@mantine/core';
import { methods } from '@plimsoll/contracts/target';
import { launchFormWords } from '@plimsoll/wording/en/launch-form';
import { formatShare } from '@plimsoll/wording/share';
import { IconArrowDown, IconArrowUp, IconCopy, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { textField } from '../../../ui/form/fields.ts';
import { Fold } from '../folds/fold.tsx';
import { useLaunchForm } from '../launch-context.ts';
import { RequestDetails } from '../lazy-fields.ts';
import { inSequence } from '../values/form-values.ts';
import { renamed } from '../values/request-list.ts';
import type { RequestRow } from '../values/request-row.ts';
import { detailPointers, requestHolds } from './request-words.ts';
import requestsStyles from './requests.module.css';

export type CardAction = 'up' | 'down' | 'duplicate' | 'remove';

interface Props {
  readonly row: RequestRow;
  readonly index: number;
  /** Share of all requests sent, 0 to 1. */
  readonly share: number | null;
  onAction(action: CardAction): void;
}

/** One of several requests: what tells it apart in sight, the rest folded. */
export function RequestCard({ row, index, share, onAction }: Props) {
  const form = useLaunchForm();
  const { values, update, error, touch, wrong } = form;
  const pointer = `/requests/${index}`;
  const change = (next: Partial<RequestRow>) =>
    update(({ requestRows }) => ({ requestRows: requestRows.map((other) => (other.key === row.key ? { ...other, ...next } : other)) }));
  const fields = { values: row, set: change, error, touch };
  const at = { at: index + 1 };
  const name = textField(fields, 'name', `${pointer}/name`);
  const before = useRef(row.name);
  const rename = () => {
    name.onBlur();
    const [from, to] = [before.current, row.name];
    // Thresholds follow the name, unless another request still has the old one.
    if (from !== to && from !== '' && to !== '' && !values.requestRows.some((other) => other.name === from))
      update((now) => renamed(now, from, to));
  };
  const label = row.name || String(index + 1);
  return (
    <li className={requestsStyles.request} aria-label={launchFormWords.requestOf({ ...at, name: row.name })}>
      <div className={requestsStyles.requestHead}>
        <span className={`faint small num ${requestsStyles.requestNumber}`}>{index + 1}</span>
        <TextInput
          {...name}
          className={requestsStyles.requestName}
          aria-label={launchFormWords.requestName(at)}
          placeholder="login"
          spellCheck={false}
          autoComplete="off"
          data-card={`${row.key}-name`}
          onFocus={() => {
            before.current = row.name;
          }}
          onBlur={rename}
        />
        {!inSequence(values) && (
          <div className={requestsStyles.requestWeight}>
            <TextInput
              {...textField(fields, 'weight', `${pointer}/weight`)}
              aria-label={launchFormWords.requestWeight(at)}
              leftSection={<span className="small faint">{launchFormWords.weight}</span>}
              leftSectionWidth={58}
              inputMode="numeric"
            />
            <span className="small soft num" title={launchFormWords.share({ share: formatShare(share) })}>
              {formatShare(share)}
            </span>
          </div>
        )}
        <CardActions row={row} index={index} label={label} onAction={onAction} />
      </div>
      <div className={requestsStyles.requestTarget}>
        <NativeSelect
          aria-label={launchFormWords.requestMethod(at)}
          value={row.method}
          onChange={(event) => change({ method: event.currentTarget.value as RequestRow['method'] })}
          data={[...methods]}
          data-mono
        />
        <TextInput
          {...textField(fields, 'url', `${pointer}/url`)}
          aria-label={launchFormWords.requestUrl(at)}
          placeholder="http://127.0.0.1:8080/"
          inputMode="url"
          spellCheck={false}
          autoComplete="off"
          data-mono
        />
      </div>
      <Fold title={launchFormWords.details} holds={requestHolds(row)} wrong={wrong(...detailPointers(pointer))}>
        <RequestDetails row={row} index={index} change={change} />
      </Fold>
    </li>
  );
}

interface ActionsProps {
  readonly row: RequestRow;
  readonly index: number;
  readonly label: string;
  onAction(action: CardAction): void;
}

function CardActions({ row, index, label, onAction }: ActionsProps) {
  const { values } = useLaunchForm();
  const count = values.requestRows.length;
  const actions = [
    { action: 'up', text: launchFormWords.moveUp({ name: label }), Icon: IconArrowUp, off: index === 0 },
    { action: 'down', text: launchFormWords.moveDown({ name: label }), Icon: IconArrowDown, off: index === count - 1 },
    { action: 'duplicate', text: launchFormWords.duplicate({ name: label }), Icon: IconCopy, off: count >= 50 },
    { action: 'remove', text: launchFormWords.remove({ name: label }), Icon: IconTrash, off: count === 1 },
  ] as const;
  return (
    <div className={requestsStyles.requestActions}>
      {actions.map(({ action, text, Icon, off }) => (
        <ActionIcon
          key={action}
          aria-label={text}
          title={text}
          disabled={off}
          data-card={`${row.key}-${action}`}
          onClick={() => onAction(action)}
        >
          <Icon size={16} aria-hidden />
        </ActionIcon>
      ))}
    </div>
  );
}
