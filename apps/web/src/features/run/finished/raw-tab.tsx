import '../../../i18n/run-text.ts';
import { Button } from '@mantine/core';
import { api } from '@plimsoll/contracts/paths';
import type { Run } from '@plimsoll/contracts/run';
import type { Point } from '@plimsoll/contracts/sample';
import { formatCount } from '@plimsoll/wording/number';
import { formatClock, formatUs, timeUnit } from '@plimsoll/wording/time';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Every second, and the files. */
export function RawTab({ run, points }: { run: Run; points: readonly Point[] }) {
  const { t } = useTranslation();
  const unit = timeUnit(points.map((point) => point.responseTime.p99Us));
  return (
    <div style={{ marginBlockStart: 14 }}>
      <div className="row tight" style={{ marginBlockEnd: 12 }}>
        {(['csv', 'json', 'hdr'] as const).map((format) => (
          <Button
            key={format}
            component="a"
            href={api.exported(run.id, format)}
            download
            leftSection={<IconDownload size={15} aria-hidden />}
          >
            {t(`raw.${format}`)}
          </Button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className="card scroll-x" style={{ maxBlockSize: 560, overflowY: 'auto' }} tabIndex={0} aria-label={t('run.tab.raw')}>
        <table className="table plain-table">
          <thead>
            <tr>
              {(
                ['time', 'planned', 'sent', 'done', 'failed', 'dropped', 'p50', 'p99', 'service', 'inFlight', 'open', 'opened'] as const
              ).map((name) => (
                <th key={name} scope="col" className={name === 'time' ? '' : 'n'}>
                  {t(`raw.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.second}>
                <td className="num">
                  {formatClock(point.second)} {point.warmup && <span className="faint">{t('raw.warmup')}</span>}
                </td>
                {[point.planned, point.sent, point.done, point.failed, point.dropped].map((value, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: fixed columns
                  <td key={at} className="n">
                    {formatCount(value)}
                  </td>
                ))}
                <td className="n">{formatUs(point.responseTime.p50Us, unit)}</td>
                <td className="n">{formatUs(point.responseTime.p99Us, unit)}</td>
                <td className="n">{formatUs(point.serviceTime.p99Us, unit)}</td>
                <td className="n">{formatCount(point.inFlight)}</td>
                <td className="n">{formatCount(point.connections.open)}</td>
                <td className="n">{formatCount(point.connections.opened)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
