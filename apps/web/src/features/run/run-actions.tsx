import { ActionIcon, Button, Menu, Modal } from '@mantine/core';
import { isTerminal, type Run } from '@plimsoll/contracts/run';
import { IconDots, IconEdit, IconGitCompare, IconPlayerPlay, IconShare, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteRun, startRun } from '../../api/runs.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { problemText } from '../../ui/problem-notice.tsx';
import { toast } from '../../ui/toast.tsx';

export function RunActions({ run, onShare }: { run: Run; onShare: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const again = useMutation({
    mutationFn: () => startRun(run.plan),
    onSuccess: (next) => navigate({ to: '/runs/$runId', params: { runId: next.id } }),
    onError: (error) => toast(problemText(error, t('common.unexpected'))),
  });
  const remove = useMutation({
    mutationFn: () => deleteRun(run.id),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['runs'] });
      toast(t('run.deleted'));
      await navigate({ to: '/runs' });
    },
    onError: (error) => toast(problemText(error, t('common.unexpected'))),
  });
  if (!isTerminal(run.state)) return null;
  return (
    <>
      <Button leftSection={<IconPlayerPlay size={15} aria-hidden />} loading={again.isPending} onClick={() => again.mutate()}>
        {t('run.again')}
      </Button>
      <ButtonLink to="/launch" search={{ from: run.id }} leftSection={<IconEdit size={15} aria-hidden />}>
        {t('run.edit')}
      </ButtonLink>
      <ButtonLink to="/compare" search={{ candidate: run.id }} leftSection={<IconGitCompare size={15} aria-hidden />}>
        {t('run.compare')}
      </ButtonLink>
      <Button variant="filled" leftSection={<IconShare size={15} aria-hidden />} onClick={onShare}>
        {t('run.share')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={34} variant="default" aria-label={t('run.more')}>
            <IconDots size={17} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item color="red" leftSection={<IconTrash size={15} aria-hidden />} onClick={() => setAsking(true)}>
            {t('run.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('run.deleteAsk')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <p style={{ marginBlockStart: 0 }}>{t('run.deleteText', { name: run.plan.name })}</p>
        <div className="row">
          <span className="push" />
          <Button onClick={() => setAsking(false)}>{t('common.cancel')}</Button>
          <Button variant="filled" color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
            {t('run.deleteDo')}
          </Button>
        </div>
      </Modal>
    </>
  );
}
