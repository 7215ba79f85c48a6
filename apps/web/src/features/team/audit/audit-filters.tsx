import { NativeSelect, TextInput } from '@mantine/core';
import { auditKinds } from '@plimsoll/contracts/audit';
import { auditWords } from '@plimsoll/wording/en/audit';
import { useQuery } from '@tanstack/react-query';
import { members as membersQuery } from '../../../api/team/members.ts';
import { useSearchState } from '../../../ui/search-state.ts';
import styles from './audit-filters.module.css';
import { auditSearchSchema } from './audit-search.ts';

/** Person, kind and days; they stand in the URL. */
export function AuditFilters() {
  const [{ who, what, since, until }, change] = useSearchState(auditSearchSchema);
  const { data: members } = useQuery(membersQuery);
  const people = (members?.items ?? []).map(({ userId, name }) => ({ value: userId, label: name }));
  const dayField = (name: 'since' | 'until', value: string | undefined) => (
    <TextInput
      type="date"
      label={auditWords[name]}
      value={value ?? ''}
      onChange={(event) => change({ [name]: event.currentTarget.value || undefined })}
    />
  );
  return (
    <search className={styles.filters}>
      <NativeSelect
        label={auditWords.whoFilter}
        value={who ?? ''}
        onChange={(event) => change({ who: event.currentTarget.value || undefined })}
        data={[{ value: '', label: auditWords.anybody }, ...people]}
      />
      <NativeSelect
        label={auditWords.whatFilter}
        value={what ?? ''}
        onChange={(event) => change({ what: event.currentTarget.value || undefined })}
        data={[{ value: '', label: auditWords.anything }, ...auditKinds.map((kind) => ({ value: kind, label: auditWords.kind[kind] }))]}
      />
      {dayField('since', since)}
      {dayField('until', until)}
    </search>
  );
}
