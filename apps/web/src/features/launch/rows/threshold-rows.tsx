import { Button, NativeSelect, TextInput } from '@mantine/core';
import { unclearShare } from '@plimsoll/contracts/threshold';
import { launchWords } from '@plimsoll/wording/en/launch';
import { launchFormWords } from '@plimsoll/wording/en/launch-form';
import { fieldAt } from '../../../ui/form/fields.ts';
import { RowList } from '../../../ui/form/row-list.tsx';
import { useLaunchForm } from '../launch-context.ts';
import { aboutRequest, requestIn } from '../values/request-list.ts';
import { isBlank, planIndexes } from '../values/rows.ts';
import rowsStyles from './rows.module.css';

const examples = ['p(99) < 250ms', 'error_rate < 1%', 'throughput > 1000'];
const callExamples = ['p(99) < 250ms', 'first_message p(99) < 50ms', 'messages > 10000', 'error_rate < 1%'];

/** The thresholds that the whole run must hold to pass, or one request of it. */
export function ThresholdRows() {
  const form = useLaunchForm();
  const { values, set } = form;
  const rows = values.thresholds;
  const places = planIndexes(rows, isBlank.threshold);
  const known = values.protocol === 'grpc' ? callExamples : examples;
  const unused = known.filter((example) => !rows.includes(example));
  return (
    <RowList
      form={form}
      pointer="/thresholds"
      legend={launchWords.thresholds}
      rows={rows}
      rowClass={rowsStyles.formRow}
      add={{ text: launchWords.addThreshold, row: '' }}
      more={unused.map((example) => (
        <Button key={example} size="compact-xs" variant="subtle" ff="var(--mono)" onClick={() => set({ thresholds: [...rows, example] })}>
          {example}
        </Button>
      ))}
      onChange={(thresholds) => set({ thresholds })}
    >
      {(row, index, put) => (
        <>
          {values.several && <AboutRequest row={row} index={index} onChange={put} />}
          <TextInput
            // An empty row is no part of the plan.
            {...fieldAt(form, `/thresholds/${places[index] ?? '-'}`)}
            aria-label={launchWords.threshold({ row: index + 1 })}
            placeholder={known[index % known.length] ?? ''}
            value={row}
            spellCheck={false}
            data-mono
            onChange={(event) => put(event.currentTarget.value)}
          />
          <WhichShare row={row} onChange={put} />
        </>
      )}
    </RowList>
  );
}

/** A share without its unit: asks which one is meant. */
function WhichShare({ row, onChange }: { row: string; onChange: (threshold: string) => void }) {
  const unclear = unclearShare(row);
  if (!unclear) return null;
  const { percent, fraction } = unclear;
  const shareOf = (threshold: string) => threshold.replace(/^.*?([\d.]+)%$/, '$1 %');
  return (
    <span className="row tight small" style={{ flex: 'none', alignSelf: 'center' }}>
      {launchFormWords.whichShare}
      {[percent, fraction].map((meant) => (
        <Button key={meant} size="compact-xs" onClick={() => onChange(meant)}>
          {shareOf(meant)}
        </Button>
      ))}
    </span>
  );
}

interface AboutProps {
  readonly row: string;
  readonly index: number;
  onChange(threshold: string): void;
}

/** Writes the request's name into the expression. A name that no request has stays to be seen. */
function AboutRequest({ row, index, onChange }: AboutProps) {
  const { values } = useLaunchForm();
  const about = requestIn(row);
  const names = [...new Set(values.requestRows.map(({ name }) => name).filter(Boolean))];
  const all = about === null || names.includes(about) ? names : [...names, about];
  return (
    <NativeSelect
      aria-label={launchFormWords.thresholdOf({ row: index + 1 })}
      className={rowsStyles.narrow}
      value={about ?? ''}
      data={[{ value: '', label: launchFormWords.allRequests }, ...all.map((name) => ({ value: name, label: name }))]}
      onChange={(event) => onChange(aboutRequest(row.trim() || 'p(99) < 250ms', event.currentTarget.value || null))}
    />
  );
}
