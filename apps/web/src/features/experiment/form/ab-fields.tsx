import { Button, Chip, TextInput } from '@mantine/core';
import { readGenerators } from '@plimsoll/contracts/generators';
import { listSettings, readSetting, type SettingName, withSetting } from '@plimsoll/contracts/setting';
import { armLook } from '@plimsoll/pages/line-look';
import { experimentWords, newExperimentWords } from '@plimsoll/wording/en/comparison';
import { settingWords } from '@plimsoll/wording/en/names';
import { letter } from '@plimsoll/wording/letter';
import { settingPhrase } from '@plimsoll/wording/setting-value';
import { IconCode } from '@tabler/icons-react';
import { Suspense } from 'react';
import { later } from '../../../api/later.ts';
import { FieldError } from '../../../ui/form/field-error.tsx';
import { fieldAt, groupAt } from '../../../ui/form/fields.ts';
import formStyles from '../../../ui/form/form.module.css';
import { AddButton, RemoveButton } from '../../../ui/form/row-buttons.tsx';
import { Loading } from '../../../ui/notice/loading.tsx';
import experimentStyles from '../experiment.module.css';
import { otherValue, type VariantRow, variantName } from '../values/form-values.ts';
import { useExperimentForm } from './experiment-context.ts';
import { SettingField } from './setting-field.tsx';

const VariantYaml = later(() => import('./variant-yaml.tsx'), 'VariantYaml');
const mostVariants = 5;

/** Two to five variants, each a name and what it changes; the first is the base. */
export function AbFields() {
  const form = useExperimentForm();
  const { plan, values, set } = form;
  const { variants, varied } = values;
  const choose = (next: readonly string[]) => {
    const settings = listSettings(plan).filter((setting) => next.includes(setting));
    const added = settings.filter((setting) => !varied.includes(setting));
    const start = (index: number) => (setting: SettingName) => [
      setting,
      index === 0 ? readSetting(plan, setting) : otherValue(plan, setting),
    ];
    set({
      varied: settings,
      variants: variants.map((row, index) => ({ ...row, values: { ...Object.fromEntries(added.map(start(index))), ...row.values } })),
    });
  };
  const add = () => {
    const last = variants.at(-1);
    set({ variants: [...variants, { name: '', values: last?.values ?? {}, yaml: null }] });
  };
  return (
    <>
      <div>
        <div className={formStyles.fieldLabel} id="what-varies">
          {newExperimentWords.vary}
        </div>
        <Chip.Group multiple value={[...varied]} onChange={choose}>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its own frame */}
          <div className="row tight" role="group" aria-labelledby="what-varies">
            {listSettings(plan).map((setting) => (
              <Chip key={setting} value={setting} size="xs" variant="outline">
                {settingWords[setting]}
              </Chip>
            ))}
          </div>
        </Chip.Group>
        {plan.requests && (
          <div className="small soft" style={{ marginBlockStart: 6 }}>
            {newExperimentWords.severalYaml}
          </div>
        )}
        {varied.length === 0 && variants.some((row) => row.yaml === null) && (
          <div className="small soft" style={{ marginBlockStart: 6 }}>
            {newExperimentWords.nothingVaries}
          </div>
        )}
      </div>
      <ol className={`plain-list ${experimentStyles.variants}`} aria-label={experimentWords.variants} {...groupAt(form, '/variants')}>
        {variants.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a variant is its place in the line
          <Variant key={index} row={row} index={index} />
        ))}
      </ol>
      <FieldError form={form} at="/variants" />
      {variants.length < mostVariants && (
        <div>
          <AddButton onAdd={add}>{newExperimentWords.addVariant}</AddButton>
        </div>
      )}
    </>
  );
}

function Variant({ row, index }: { row: VariantRow; index: number }) {
  const form = useExperimentForm();
  const { plan, values, set } = form;
  const change = (next: Partial<VariantRow>) =>
    set({ variants: values.variants.map((one, at) => (at === index ? { ...one, ...next } : one)) });
  const name = letter(index);
  const toYaml = async () => {
    const { planToYaml } = await import('@plimsoll/contracts/plan-yaml');
    const start = { ...plan, generators: readGenerators(values.generators) ?? plan.generators };
    const full = values.varied.reduce((sofar, one) => withSetting(sofar, one, row.values[one] ?? readSetting(plan, one)), start);
    change({ name: variantName(plan, values, index, settingPhrase), yaml: { text: planToYaml(full), plan: full, problems: [] } });
  };
  return (
    <li
      className={experimentStyles.variant}
      style={{ borderInlineStartColor: armLook(index).colour }}
      {...groupAt(form, `/variants/${index}/yaml`)}
    >
      <div className={experimentStyles.variantHead}>
        <span className={experimentStyles.variantLetter}>
          {name}
          {index === 0 && <small>{newExperimentWords.base}</small>}
        </span>
        <TextInput
          {...fieldAt(form, `/variants/${index}/name`)}
          className={experimentStyles.variantName}
          aria-label={newExperimentWords.variantName({ letter: name })}
          placeholder={variantName(
            plan,
            { ...values, variants: values.variants.map((one) => ({ ...one, name: '' })) },
            index,
            settingPhrase,
          )}
          value={row.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconCode size={14} aria-hidden />}
          aria-pressed={row.yaml !== null}
          onClick={() => (row.yaml ? change({ yaml: null }) : void toYaml())}
        >
          YAML
        </Button>
        {values.variants.length > 2 && (
          <RemoveButton
            label={newExperimentWords.removeVariant({ letter: name })}
            onRemove={() => set({ variants: values.variants.toSpliced(index, 1) })}
          />
        )}
      </div>
      {row.yaml ? (
        <Suspense fallback={<Loading rows={3} />}>
          <VariantYaml label={newExperimentWords.variantYaml({ letter: name })} yaml={row.yaml} onChange={(yaml) => change({ yaml })} />
        </Suspense>
      ) : (
        values.varied.length > 0 && (
          <div className={experimentStyles.variantSettings}>
            {values.varied.map((setting) => (
              <SettingField
                key={setting}
                setting={setting}
                label={newExperimentWords.variantSetting({ letter: name, setting: settingWords[setting] })}
                value={row.values[setting] ?? readSetting(plan, setting)}
                pointer={`/variants/${index}/${setting}`}
                onChange={(value) => change({ values: { ...row.values, [setting]: value } })}
              />
            ))}
          </div>
        )
      )}
      <FieldError form={form} at={`/variants/${index}/yaml`} />
    </li>
  );
}
