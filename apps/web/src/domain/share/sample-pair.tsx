/** The sample pair: a team that has nothing yet sees what runs, their comparison and a share of it look like. It is shipped, and counts nowhere. */
import { Button } from '@mantine/core';
import type { ComparisonResult } from '@plimsoll/contracts/comparison';
import { sampleLinks } from '@plimsoll/contracts/sample-links';
import { formatDay } from '@plimsoll/wording/date';
import { sampleWords } from '@plimsoll/wording/en/sample';
import { comparisonSentence } from '@plimsoll/wording/named-arms';
import { IconFlask2 } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { shared as sharedQuery } from '../../api/shares.ts';
import { useMay } from '../../api/team/may.ts';
import { changeTeam, teamSettings } from '../../api/team/team-settings.ts';
import { Chip } from '../../ui/chip.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';

/** `below`: what is shown of the comparison below it. Nothing where the team removed it. */
export function SamplePair({ below }: { below?: (comparison: ComparisonResult) => ReactNode }) {
  const queryClient = useQueryClient();
  const may = useMay();
  const team = useQuery(teamSettings);
  const shown = team.data?.sample === true;
  const { data } = useQuery({ ...sharedQuery(sampleLinks.comparison), enabled: shown });
  const remove = useMutation({
    mutationFn: () => changeTeam({ sample: false }),
    onSuccess: (changed) => queryClient.setQueryData(teamSettings.queryKey, changed),
  });
  if (!shown || data?.content.kind !== 'comparison') return null;
  const { comparison } = data.content;
  return (
    <section className="stack" aria-labelledby="sample-pair">
      <div className="card pad stack" style={{ gap: 10 }}>
        <div className="row">
          <Chip tone="even" icon={IconFlask2}>
            {sampleWords.sample}
          </Chip>
          <h2 id="sample-pair">{comparisonSentence(comparison)}</h2>
        </div>
        <p className="soft" style={{ margin: 0 }}>
          {sampleWords.text({ day: formatDay(data.createdAt) })}
        </p>
        {remove.error && <ProblemNotice error={remove.error} />}
        <div className="row">
          <ButtonLink to="/s/$token" params={{ token: sampleLinks.comparison }}>
            {sampleWords.share}
          </ButtonLink>
          <ButtonLink to="/s/$token" params={{ token: sampleLinks.base }}>
            {sampleWords.base}
          </ButtonLink>
          <ButtonLink to="/s/$token" params={{ token: sampleLinks.candidate }}>
            {sampleWords.candidate}
          </ButtonLink>
          {may('team.edit') && (
            <Button className="push" variant="subtle" loading={remove.isPending} onClick={() => remove.mutate()}>
              {sampleWords.remove}
            </Button>
          )}
        </div>
      </div>
      {below?.(comparison)}
    </section>
  );
}
