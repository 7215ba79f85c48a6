import { ActionIcon, Button, Popover, TextInput } from '@mantine/core';
import type { RunView, ViewFilters } from '@plimsoll/contracts/run-view';
import { runsWords } from '@plimsoll/wording/en/app';
import { IconBookmark, IconBookmarkFilled, IconX } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { keepRunView, removeRunView, runViews } from '../../api/run-views.ts';
import { useMay } from '../../api/team/may.ts';
import { useRemoval } from '../../domain/removal/use-removal.ts';
import { TextLink } from '../../ui/links.tsx';
import { problemText } from '../../ui/notice/problem-notice.tsx';
import { toast } from '../../ui/notice/toast.tsx';
import { useSearchState } from '../../ui/search-state.ts';
import { historySearchSchema, type ShownView, viewOf } from './history-search.ts';
import styles from './views.module.css';

const textOf = (filters: ViewFilters | ShownView) => JSON.stringify(Object.entries(filters).sort());

/** Views that the team keeps by name: each is a link to the list as it was. */
export function Views() {
  const [search] = useSearchState(historySearchSchema);
  const here = viewOf(search);
  const { data } = useQuery(runViews);
  const [opened, setOpened] = useState(false);
  const mayKeep = useMay()('run.edit');
  const views = data?.items ?? [];
  const current = views.find(({ filters }) => textOf(filters) === textOf(here));
  if (!mayKeep && views.length === 0) return null;
  const Icon = current ? IconBookmarkFilled : IconBookmark;
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={300} trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          aria-haspopup="dialog"
          aria-expanded={opened}
          leftSection={<Icon size={15} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          <span className={styles.viewName}>{current?.name ?? runsWords.views}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={runsWords.views} className="stack">
        {views.length > 0 ? (
          <ul className="plain-list">
            {views.map((view) => (
              <li key={view.id} className={styles.view}>
                <TextLink
                  to="/runs"
                  search={view.filters}
                  className={styles.viewName ?? ''}
                  aria-current={view === current ? 'true' : undefined}
                  onClick={() => setOpened(false)}
                >
                  {view.name}
                </TextLink>
                {mayKeep && <RemoveView view={view} />}
              </li>
            ))}
          </ul>
        ) : (
          <p className="small soft" style={{ margin: 0 }}>
            {runsWords.noViews}
          </p>
        )}
        {mayKeep && textOf(here) !== '[]' && <KeepView filters={here} onKept={() => setOpened(false)} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function RemoveView({ view: { id, name } }: { view: RunView }) {
  const remove = useRemoval();
  return (
    <ActionIcon
      variant="subtle"
      aria-label={runsWords.removeView({ name })}
      onClick={() => remove({ id, said: runsWords.viewRemoved({ name }), lists: 'run-views', remove: () => removeRunView(id) })}
    >
      <IconX size={15} aria-hidden />
    </ActionIcon>
  );
}

function KeepView({ filters, onKept }: { filters: ShownView; onKept: () => void }) {
  const [name, setName] = useState('');
  const queryClient = useQueryClient();
  const keep = useMutation({
    mutationFn: () => keepRunView(name.trim(), filters),
    onSuccess: async (kept) => {
      await queryClient.invalidateQueries({ queryKey: ['run-views'] });
      toast(runsWords.viewKept({ name: kept.name }));
      onKept();
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') keep.mutate();
  };
  return (
    <form className={styles.keep} onSubmit={send} noValidate>
      <TextInput
        label={runsWords.keepView}
        value={name}
        maxLength={200}
        error={keep.error ? problemText(keep.error) : null}
        onChange={(event) => setName(event.currentTarget.value)}
        style={{ flex: 1 }}
      />
      <Button type="submit" loading={keep.isPending} disabled={name.trim() === ''}>
        {runsWords.keep}
      </Button>
    </form>
  );
}
