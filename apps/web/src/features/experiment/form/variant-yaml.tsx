import { parsePlanYaml } from '@plimsoll/contracts/plan-yaml';
import { launchingWords } from '@plimsoll/wording/en/app';
import { named } from '@plimsoll/wording/list';
import { issueSentence } from '@plimsoll/wording/refusal-sentence';
import formStyles from '../../../ui/form/form.module.css';
import { YamlEditor } from '../../../ui/yaml-editor.tsx';
import experimentStyles from '../experiment.module.css';
import type { YamlPlan } from '../values/form-values.ts';

/** A variant written out whole, for what the settings do not reach: headers, checks, stages. */
export function VariantYaml({ label, yaml, onChange }: { label: string; yaml: YamlPlan; onChange(next: YamlPlan): void }) {
  const judge = (text: string) => {
    const read = parsePlanYaml(text, issueSentence);
    onChange('plan' in read ? { text, plan: read.plan, problems: [] } : { text, plan: null, problems: read.problems });
  };
  return (
    <div className={experimentStyles.variantYaml}>
      <YamlEditor label={label} value={yaml.text} problems={yaml.problems} onChange={judge} />
      {yaml.problems.map((problem) => (
        <div
          key={`${problem.line}${problem.message}`}
          className={`${formStyles.fieldError} ${experimentStyles.variantProblem}`}
          data-field-error
        >
          {named(launchingWords.line({ line: problem.line }), problem.message)}
        </div>
      ))}
    </div>
  );
}
