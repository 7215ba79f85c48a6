import { Button, Modal } from '@mantine/core';
import { can, type Role } from '@plimsoll/contracts/account';
import { commonWords } from '@plimsoll/wording/en/main';
import { shareWords } from '@plimsoll/wording/en/share';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { later } from '../../api/later.ts';
import { revokeAllShares, shares as sharesQuery } from '../../api/shares.ts';
import { ShareList } from '../../domain/share/share-list.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { toast } from '../../ui/notice/toast.tsx';

const SamplePair = later(() => import('../../domain/share/sample-pair.tsx'), 'SamplePair');

/** All links of the team, and the one switch that ends them. */
export function SharedLinks({ role }: { role: Role }) {
  const [asking, setAsking] = useState(false);
  const { data } = useQuery(sharesQuery);
  return (
    <section className="card pad" aria-label={shareWords.links}>
      <div className="row" style={{ marginBlockEnd: 6 }}>
        <h2>{shareWords.links}</h2>
        <span className="push" />
        {data && can(role, 'share.revoke') && (
          <Button size="compact-sm" color="red" onClick={() => setAsking(true)}>
            {shareWords.revokeAll}
          </Button>
        )}
      </div>
      <ShareList />
      <Suspense>{data?.items.length === 0 && <SamplePair />}</Suspense>
      <Modal
        opened={asking}
        onClose={() => setAsking(false)}
        title={shareWords.revokeAllAsk}
        closeButtonProps={{ 'aria-label': commonWords.close }}
      >
        <Confirmation onDone={() => setAsking(false)} />
      </Modal>
    </section>
  );
}

function Confirmation({ onDone }: { onDone: () => void }) {
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: revokeAllShares,
    onSuccess: async ({ revoked }) => {
      await Promise.all(['shares', 'badge'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
      toast(shareWords.revokedAll({ count: revoked }));
      onDone();
    },
  });
  return (
    <>
      <p style={{ marginBlockStart: 0 }}>{shareWords.revokeAllText}</p>
      {revoke.error && <ProblemNotice error={revoke.error} />}
      <div className="row">
        <span className="push" />
        <Button onClick={onDone}>{commonWords.cancel}</Button>
        <Button variant="filled" color="red" loading={revoke.isPending} onClick={() => revoke.mutate()}>
          {shareWords.revokeAll}
        </Button>
      </div>
    </>
  );
}
