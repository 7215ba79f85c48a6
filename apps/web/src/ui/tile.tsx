import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

/** One figure: label (its definition on hover and focus), value with its unit smaller, one line of context. */
export function Tile(props: { label: string; definition: string; value: string; unit?: string; detail?: ReactNode; spark?: ReactNode }) {
  const { label, definition, value, unit, detail, spark } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    <div className="tile" role="group" aria-label={label}>
      <div className="tile-label">
        <Tooltip label={definition}>
          <button type="button" className="define">
            {label}
          </button>
        </Tooltip>
      </div>
      <div className="tile-value">
        {value}
        {unit && <small>{unit}</small>}
      </div>
      {spark}
      <div className="tile-detail">{detail}</div>
    </div>
  );
}

/** `84.2 ms` as value and unit. */
export function splitUnit(text: string): { value: string; unit?: string } {
  const at = text.lastIndexOf('\u00a0');
  return at < 0 ? { value: text } : { value: text.slice(0, at), unit: text.slice(at + 1) };
}
