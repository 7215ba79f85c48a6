import { Modal, UnstyledButton } from '@mantine/core';
import { loadShape } from '@plimsoll/contracts/load-shape';
import { formatCount, formatSignificant } from '@plimsoll/wording/number';
import { formatLength } from '@plimsoll/wording/time';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { system } from '../../../api/system.ts';
import { ShapeChart } from '../../../charts/shape-chart.tsx';
import { toast } from '../../../ui/notice/toast.tsx';
import { offButton } from '../../../ui/off.ts';
import type { FormValues } from '../values/form-values.ts';
import { listPresets, type Preset, presetChange } from './presets.ts';
import styles from './tool.module.css';
import '../../../i18n/shape-text.ts';

interface Props {
  onChoose(change: (before: FormValues) => Partial<FormValues>): void;
  onClose(): void;
}

/** Studies to start from, a click each. */
export function PresetDialog({ onChoose, onClose }: Props) {
  const { t } = useTranslation();
  const { data: limits } = useQuery(system);
  const choose = (preset: Preset) => {
    onChoose((before) => presetChange(preset, before));
    toast(t('shape.chosen', { name: t(`shape.preset.${preset.name}.name`) }));
    onClose();
  };
  return (
    <Modal opened onClose={onClose} size={680} title={t('shape.presetsTitle')} closeButtonProps={{ 'aria-label': t('common.close') }}>
      <div className="stack">
        <p className="soft small" style={{ margin: 0 }}>
          {t('shape.presetsWhat')}
        </p>
        <ul className={styles.presets}>
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
  const { t } = useTranslation();
  const shape = loadShape(plan);
  const figures = t('shape.peak', {
    peak: formatSignificant(shape.peak),
    length: formatLength((shape.seconds ?? 0) * 1000),
    connections: formatCount(plan.load.maxConnections),
  });
  return (
    <UnstyledButton className={styles.preset} onClick={onChoose} {...offButton(refusal)}>
      <span aria-hidden>
        <ShapeChart shape={shape} label="" />
      </span>
      <span className="stack" style={{ gap: 2 }}>
        <strong>{t(`shape.preset.${name}.name`)}</strong>
        <span className="small">{t(`shape.preset.${name}.what`)}</span>
        <span className="small soft">{refusal ?? figures}</span>
      </span>
    </UnstyledButton>
  );
}
