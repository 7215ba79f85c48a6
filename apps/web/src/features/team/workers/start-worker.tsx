import type { WorkerList } from '@plimsoll/contracts/workers';
import { workersWords } from '@plimsoll/wording/en/workers';
import { CopyButton } from '../../../ui/copy.tsx';
import styles from './workers.module.css';

/** The command that starts one more worker; where a secret must go, a name stands. */
export function StartWorker({ start: { command, hereOnly } }: { start: NonNullable<WorkerList['start']> }) {
  const masked = /_PASSWORD\b|<PLIMSOLL_SECRET_KEY>/.test(command);
  return (
    <section className="card pad" aria-label={workersWords.start}>
      <div className="row">
        <h2>{workersWords.start}</h2>
        <span className="push" />
        <CopyButton text={command} label={workersWords.copy} />
      </div>
      <p className="small soft">
        {hereOnly ? workersWords.startHere : workersWords.startAnywhere} {masked && workersWords.startSecrets}
      </p>
      <pre className={styles.command}>{command}</pre>
      {command.endsWith('npm run worker') && <p className="small soft">{workersWords.startLabels}</p>}
    </section>
  );
}
