import type { NamedArms } from '@plimsoll/wording/named-arms';
import { useTranslation } from 'react-i18next';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { armColours } from './arm-looks.ts';
import { metricChange, metricValue } from './comparison-words.ts';
import { VerdictChip } from './verdict-chip.tsx';

/** All arms in one table: a row a metric, a column an arm; the tables below say how sure each verdict is. */
export function ArmsOverview({ arms: { base, candidates } }: { arms: NamedArms }) {
  const { t } = useTranslation();
  const rows = candidates[0]?.arm.metrics ?? [];
  const title = t('compare.overview');
  const head = (name: string, index: number) => (
    <th key={name} scope="col" className="arm-head">
      <span className="arm-dot" style={{ background: armColours[index] }} /> {name}
    </th>
  );
  return (
    <ScrollBox label={title}>
      <table className="table phone-rows" aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{t('compare.metric')}</th>
            {head(base.name, 0)}
            {candidates.map(({ name }, at) => head(name, at + 1))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.metric}>
              <th scope="row" className="delta-name">
                {t(`metric.${row.metric}`)}
              </th>
              <td className="num" data-label={base.name}>
                {metricValue(row, row.base)}
              </td>
              {candidates.map(({ name, arm }) => {
                const metric = arm.metrics.find((one) => one.metric === row.metric);
                return (
                  <td key={name} className="num" data-label={name}>
                    {metric && (
                      <>
                        <div>
                          <b>{metricValue(metric, metric.candidate)}</b> <span className="soft small">{metricChange(metric)}</span>
                        </div>
                        <VerdictChip verdict={metric.verdict} up={(metric.delta ?? 0) > 0} title={metric.reason} />
                      </>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
