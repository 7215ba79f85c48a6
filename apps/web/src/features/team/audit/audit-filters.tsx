import '../../../i18n/audit-text.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { auditKinds } from '@plimsoll/contracts/audit';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { members as membersQuery } from '../../../api/team/members.ts';
import { useSearchState } from '../../../ui/search-state.ts';
import styles from './audit-filters.module.css';
import { auditSearchSchema } from './audit-search.ts';

/** Person, kind and days; they stand in the URL. */
export function AuditFilters() {
  const { t } = useTranslation();
  const [{ who, what, since, until }, change] = useSearchState(auditSearchSchema);
  const { data: members } = useQuery(membersQuery);
  const people = (members?.items ?? []).map(({ userId, name }) => ({ value: userId, label: name }));
  const dayField = (name: 'since' | 'until', value: string | undefined) => (
    <TextInput
      type="date"
      label={t(`audit.${name}`)}
      value={value ?? ''}
      onChange={(event) => change({ [name]: event.currentTarget.value || undefined })}
    />
  );
  return (
    <search className={styles.filters}>
      <NativeSelect
        label={t('audit.whoFilter')}
        value={who ?? ''}
        onChange={(event) => change({ who: event.currentTarget.value || undefined })}
        data={[{ value: '', label: t('audit.anybody') }, ...people]}
      />
      <NativeSelect
        label={t('audit.whatFilter')}
        value={what ?? ''}
        onChange={(event) => change({ what: event.currentTarget.value || undefined })}
        data={[{ value: '', label: t('audit.anything') }, ...auditKinds.map((kind) => ({ value: kind, label: t(`audit.kind.${kind}`) }))]}
      />
      {dayField('since', since)}
      {dayField('until', until)}
    </search>
  );
}
