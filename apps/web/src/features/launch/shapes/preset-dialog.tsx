import { Modal, UnstyledButton } from '@mantine/core';
import { loadShape } from '@plimsoll/contracts/load-shape';
import { commonWords } from '@plimsoll/wording/en/main';
import { shapeWords } from '@plimsoll/wording/en/shape';
import { formatCount, formatSignificant } from '@plimsoll/wording/number';
import { formatLength } from '@plimsoll/wording/time';
import { useQuery } from '@tanstack/react-query';
import { system } from '../../../api/system.ts';
import { ShapeChart } from '../../../charts/shape-chart.tsx';
import { toast } from '../../../ui/notice/toast.tsx';
import { offButton } from '../../../ui/off.ts';
import type { FormValues } from '../values/form-values.ts';
import { listPresets, type Preset, presetChange } from './presets.ts';
import styles from './tool.module.css';

interface Props {
  /** The address that stands in the form; empty: none. */
  readonly url: string;
  onChoose(change: (before: FormValues) => Partial<FormValues>): void;
  onClose(): void;
}

/** Studies to start from, a click each. */
export function PresetDialog({ url, onChoose, onClose }: Props) {
  const { data: limits } = useQuery(system);
  const choose = (preset: Preset) => {
    onChoose((before) => presetChange(preset, before, limits?.demoTarget));
    toast(shapeWords.chosen({ name: shapeWords.preset[preset.name].name }));
    onClose();
  };
  return (
    <Modal opened onClose={onClose} size={680} title={shapeWords.presetsTitle} closeButtonProps={{ 'aria-label': commonWords.close }}>
      <div className="stack">
        <p className="soft small" style={{ margin: 0 }}>
          <span style={{ overflowWrap: 'anywhere' }}>{url ? shapeWords.aimedAt({ url }) : shapeWords.aimedNowhere}</span>{' '}
          {shapeWords.presetsWhat}
        </p>
        <ul className={`plain-list ${styles.presets}`}>
          {listPresets(limits).map((preset) => (
            <li key={preset.name}>
              <PresetChoice preset={preset} onChoose={() => choose(preset)} />
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  );
}

function PresetChoice({ preset: { name, plan, refusal }, onChoose }: { preset: Preset; onChoose: () => void }) {
  const shape = loadShape(plan);
  const length = formatLength((shape.seconds ?? 0) * 1000);
  const { load } = plan;
  const figures =
    load.model === 'open'
      ? shapeWords.peak({ peak: formatSignificant(shape.peak), length, connections: formatCount(load.maxConnections) })
      : shapeWords.users({ connections: formatCount(shape.peak), length });
  return (
    <UnstyledButton className={styles.preset} onClick={onChoose} {...offButton(refusal)}>
      <span aria-hidden>
        <ShapeChart shape={shape} label="" />
      </span>
      <span className="stack" style={{ gap: 2 }}>
        <strong>{shapeWords.preset[name].name}</strong>
        <span className="small">{shapeWords.preset[name].what}</span>
        <span className="small soft">{refusal ?? figures}</span>
      </span>
    </UnstyledButton>
  );
}
