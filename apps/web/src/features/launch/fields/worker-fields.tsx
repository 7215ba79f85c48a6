import { Button, TextInput } from '@mantine/core';
import { readGenerators } from '@plimsoll/contracts/generators';
import { countGenerators } from '@plimsoll/contracts/planned-generators';
import { launchWords } from '@plimsoll/wording/en/launch';
import { launchFormWords } from '@plimsoll/wording/en/launch-form';
import { regionWords } from '@plimsoll/wording/en/region';
import { useQuery } from '@tanstack/react-query';
import { health, system } from '../../../api/system.ts';
import { fieldAt, textField } from '../../../ui/form/fields.ts';
import formStyles from '../../../ui/form/form.module.css';
import { RowList } from '../../../ui/form/row-list.tsx';
import { useLaunchForm } from '../launch-context.ts';
import styles from './worker-fields.module.css';

/** The warm-up, and the workers that make the load: a number of any, or of one pool, or a number in each of several regions. */
export function WarmupGenerators() {
  const form = useLaunchForm();
  const { data: state } = useQuery(health);
  const { data: limits } = useQuery(system);
  const order = ['label', 'input', 'description', 'error'] as const;
  const online = state ? ` ${launchFormWords.generatorsOnline({ count: state.workers })}` : '';
  const pools = limits?.workerLabels ?? [];
  const labels = pools.length ? ` ${launchFormWords.labelsOnline({ labels: pools.join(', ') })}` : '';
  const { generators, workerLabel } = form.values;
  const inRegions = generators.includes(':');
  return (
    <>
      <div className={formStyles.fields2}>
        <TextInput
          {...textField(form, 'warmup', '/warmup')}
          label={launchWords.warmup}
          description={launchWords.warmupWhat}
          inputWrapperOrder={[...order]}
        />
        {!inRegions && (
          <>
            <TextInput
              {...textField(form, 'generators', '/generators')}
              label={launchFormWords.generators}
              description={`${launchFormWords.generatorsWhat}${online}`}
              inputWrapperOrder={[...order]}
              inputMode="numeric"
            />
            <TextInput
              {...textField(form, 'workerLabel', '/workers/label')}
              label={launchFormWords.workerLabel}
              description={`${launchFormWords.workerLabelWhat}${labels}`}
              inputWrapperOrder={[...order]}
              autoCapitalize="none"
              spellCheck={false}
            />
          </>
        )}
      </div>
      {inRegions ? (
        <RegionRows pools={pools} />
      ) : (
        <div>
          <Button
            size="xs"
            variant="default"
            onClick={() =>
              form.set({ generators: `${workerLabel.trim() || (pools[0] ?? '')}:${generators.trim() || '1'}`, workerLabel: '' })
            }
          >
            {regionWords.share}
          </Button>
        </div>
      )}
    </>
  );
}

/** What is typed, in the form's one text: `eu:2,us:1`. */
function readRows(generators: string) {
  return generators.split(',').map((row) => {
    const [label = '', n = ''] = row.split(':');
    return { label, n };
  });
}

function RegionRows({ pools }: { pools: readonly string[] }) {
  const form = useLaunchForm();
  const { generators } = form.values;
  const rows = readRows(generators);
  const unused = pools.find((pool) => rows.every(({ label }) => label !== pool)) ?? '';
  const typed = (event: { currentTarget: { value: string } }) => event.currentTarget.value.replace(/[:,]/g, '');
  const whole = () => form.set({ generators: String(countGenerators(readGenerators(generators) ?? 1) || 1) });
  return (
    <>
      <RowList
        form={form}
        pointer="/generators"
        legend={launchFormWords.generators}
        hint={
          <p className="small soft" style={{ margin: 0 }}>
            {regionWords.shareWhat}
            {pools.length > 0 && ` ${launchFormWords.labelsOnline({ labels: pools.join(', ') })}`}
          </p>
        }
        rows={rows}
        rowClass={styles.region}
        least={1}
        add={{ text: regionWords.add, row: { label: unused, n: '1' } }}
        more={
          <Button size="xs" variant="subtle" onClick={whole}>
            {regionWords.whole}
          </Button>
        }
        onChange={(next) => form.set({ generators: next.map(({ label, n }) => `${label}:${n}`).join(',') })}
      >
        {(row, index, put) => (
          <>
            <TextInput
              {...fieldAt(form, `/generators/${index}/label`)}
              aria-label={regionWords.label({ row: index + 1 })}
              placeholder={regionWords.region}
              value={row.label}
              list="pools-online"
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => put({ ...row, label: typed(event) })}
            />
            <TextInput
              {...fieldAt(form, `/generators/${index}/n`)}
              aria-label={regionWords.count({ row: index + 1 })}
              placeholder={launchFormWords.generators}
              value={row.n}
              inputMode="numeric"
              onChange={(event) => put({ ...row, n: typed(event) })}
            />
          </>
        )}
      </RowList>
      <datalist id="pools-online">
        {pools.map((pool) => (
          <option key={pool} value={pool} />
        ))}
      </datalist>
    </>
  );
}
