import { CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { validityStamps } from '@plimsoll/contracts/validity';
import { runsWords } from '@plimsoll/wording/en/app';
import { baselineWords } from '@plimsoll/wording/en/experiment';
import { stateWords, validityWords, verdictWords } from '@plimsoll/wording/en/names';
import { named } from '@plimsoll/wording/list';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { plans as plansQuery } from '../../api/plans.ts';
import { members as membersQuery } from '../../api/team/members.ts';
import { useSearchState } from '../../ui/search-state.ts';
import { historySearchSchema, historyStates } from './history-search.ts';

/** Runs that a fault of ours ended have one state. */
const nameState = (state: (typeof historyStates)[number]) =>
  state === 'worker_lost' ? `${stateWords.worker_lost} / ${stateWords.generator_failed}` : stateWords[state];

/**
 * Text, state, plan, person, stamp, tag and verdict: each stands in the URL, which is all the state they have. No form of the kernel: nothing here is
 * sent, and what the URL cannot mean is left out by its schema.
 */
export function Filters() {
  const [search, change] = useSearchState(historySearchSchema);
  const [typed, setTyped] = useState(search.search ?? '');
  const field = useRef<HTMLInputElement>(null);
  const plans = useQuery(plansQuery);
  const members = useQuery(membersQuery);
  useEffect(() => {
    if (search.focus) {
      field.current?.focus();
      change({ focus: undefined });
    }
  }, [search.focus, change]);
  const words = search.search ?? '';
  const asked = useRef(words);
  // A link, or a view, asks for other words than those that were typed here.
  useEffect(() => {
    if (words === asked.current) return;
    asked.current = words;
    setTyped(words);
  }, [words]);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (words === typed) return;
      asked.current = typed;
      change({ search: typed || undefined, cursor: undefined });
    }, 250);
    return () => clearTimeout(timer);
  }, [typed, words, change]);
  return (
    <search className="row tight" style={{ marginBlock: 14 }}>
      <TextInput
        ref={field}
        type="search"
        aria-label={runsWords.search}
        placeholder={runsWords.searchHint}
        leftSection={<IconSearch size={15} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        style={{ flex: '1 1 150px', maxInlineSize: 280 }}
      />
      <NativeSelect
        aria-label={runsWords.filterState}
        value={search.state ?? ''}
        onChange={(event) => change({ state: event.currentTarget.value || undefined, cursor: undefined })}
        data={[{ value: '', label: runsWords.anyState }, ...historyStates.map((state) => ({ value: state, label: nameState(state) }))]}
        style={{ flex: '0 1 130px' }}
      />
      {/* There from the first moment: one that came later would move all that follows. */}
      <NativeSelect
        aria-label={runsWords.filterPlan}
        value={search.planId ?? ''}
        onChange={(event) => change({ planId: event.currentTarget.value || undefined, cursor: undefined })}
        data={[
          { value: '', label: runsWords.anyPlan },
          ...(plans.data?.items ?? []).map((item) => ({ value: item.id, label: item.plan.name })),
        ]}
        style={{ flex: '0 1 150px' }}
      />
      {members.data && members.data.items.length > 1 && (
        <NativeSelect
          aria-label={runsWords.filterPerson}
          value={search.createdBy ?? ''}
          onChange={(event) => change({ createdBy: event.currentTarget.value || undefined, cursor: undefined })}
          data={[
            { value: '', label: runsWords.anyPerson },
            ...members.data.items.map(({ userId, name }) => ({ value: userId, label: name })),
          ]}
          style={{ flex: '0 1 130px' }}
        />
      )}
      <NativeSelect
        aria-label={runsWords.filterStamp}
        value={search.stamp ?? ''}
        onChange={(event) => change({ stamp: event.currentTarget.value || undefined, cursor: undefined })}
        data={[{ value: '', label: runsWords.anyStamp }, ...validityStamps.map((stamp) => ({ value: stamp, label: validityWords[stamp] }))]}
        style={{ flex: '0 1 120px' }}
      />
      {search.tag ? (
        <span className={`chip tone-even`}>
          {search.tag.replace(':', ': ')}
          <CloseButton
            size="xs"
            aria-label={runsWords.removeTag({ tag: search.tag })}
            onClick={() => change({ tag: undefined, cursor: undefined })}
          />
        </span>
      ) : (
        <TagField onTag={(tag) => change({ tag, cursor: undefined })} />
      )}
      {search.verdict && (
        <span className={`chip tone-even`}>
          {named(baselineWords.column, verdictWords[search.verdict])}
          <CloseButton
            size="xs"
            aria-label={runsWords.removeTag({ tag: baselineWords.column })}
            onClick={() => change({ verdict: undefined, cursor: undefined })}
          />
        </span>
      )}
    </search>
  );
}

/** Taken with Enter: a tag of which only a part is typed finds nothing. */
function TagField({ onTag }: { onTag: (tag: string) => void }) {
  const [typed, setTyped] = useState('');
  return (
    <TextInput
      aria-label={runsWords.filterTag}
      placeholder={runsWords.tagHint}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && typed.trim() && onTag(typed.trim().replace(/\s*[:=]\s*/, ':'))}
      style={{ flex: '0 1 130px' }}
    />
  );
}
