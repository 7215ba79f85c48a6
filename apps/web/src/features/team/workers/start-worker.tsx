import '../../../i18n/workers-text.ts';
import type { WorkerList } from '@plimsoll/contracts/workers';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../ui/copy.tsx';
import styles from './workers.module.css';

/** The command that starts one more worker; where a secret must go, a name stands. */
export function StartWorker({ start: { command, hereOnly } }: { start: NonNullable<WorkerList['start']> }) {
  const { t } = useTranslation();
  const masked = /_PASSWORD\b|<PLIMSOLL_SECRET_KEY>/.test(command);
  return (
    <section className="card pad" aria-label={t('workers.start')}>
      <div className="row">
        <h2>{t('workers.start')}</h2>
        <span className="push" />
        <CopyButton text={command} label={t('workers.copy')} />
      </div>
      <p className="small soft">
        {t(hereOnly ? 'workers.startHere' : 'workers.startAnywhere')} {masked && t('workers.startSecrets')}
      </p>
      <pre className={styles.command}>{command}</pre>
      {command.endsWith('npm run worker') && <p className="small soft">{t('workers.startLabels')}</p>}
    </section>
  );
}
