import { NativeSelect } from '@mantine/core';
import { type ColumnMap, type ColumnUnit, type ColumnUse, unitsOf } from '@plimsoll/contracts/resource-columns';
import { type ResourceMetric, resourceMetrics } from '@plimsoll/contracts/target-figures';
import { targetWords } from '@plimsoll/wording/en/target';
import formStyles from '../../../ui/form/form.module.css';

interface Props {
  readonly columns: readonly string[];
  readonly map: ColumnMap;
  readonly onChange: (map: ColumnMap) => void;
}

/** The column of each metric, and its unit. */
export function ColumnFields({ columns, map, onChange }: Props) {
  const choose = (metric: ResourceMetric, value: string) => {
    const { [metric]: former, ...others } = map;
    if (value === '') return onChange(others);
    const unit = former?.unit ?? unitsOf[metric][0] ?? 'count';
    onChange({ ...others, [metric]: { columns: value.split('+').map(Number), unit } });
  };
  const count = (metric: ResourceMetric, use: ColumnUse, unit: ColumnUnit) => onChange({ ...map, [metric]: { ...use, unit } });
  const name = (places: readonly number[]) => places.map((at) => columns[at] ?? '').join(' + ');
  return resourceMetrics.map((metric) => {
    const use = map[metric];
    const units = unitsOf[metric];
    const summed = use && use.columns.length > 1 ? [use.columns] : [];
    return (
      <div key={metric} className={formStyles.fields2}>
        <NativeSelect
          size="xs"
          label={targetWords.metric[metric]}
          value={use?.columns.join('+') ?? ''}
          onChange={(event) => choose(metric, event.currentTarget.value)}
          data={[
            { value: '', label: targetWords.noColumn },
            ...summed.map((places) => ({ value: places.join('+'), label: name(places) })),
            ...columns.map((column, at) => ({ value: String(at), label: column })),
          ]}
        />
        {use && units.length > 1 && (
          <NativeSelect
            size="xs"
            label={targetWords.unit}
            value={use.unit}
            onChange={(event) => count(metric, use, event.currentTarget.value as ColumnUnit)}
            data={units.map((value) => ({ value, label: targetWords.units[value] }))}
          />
        )}
      </div>
    );
  });
}
