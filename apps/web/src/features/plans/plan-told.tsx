import { notificationsWords } from '@plimsoll/wording/en/notifications';
import { joined } from '@plimsoll/wording/list';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../api/team/may.ts';
import { webhooks } from '../../api/team/webhooks.ts';
import { TextLink } from '../../ui/links.tsx';

/** Who is told of what happens to this plan; stands at the end of the page, since it comes late. */
export function PlanTold({ planId }: { readonly planId: string }) {
  const may = useMay();
  const { data } = useQuery({ ...webhooks, enabled: may('webhook.view') });
  if (!data) return null;
  const told = data.items.filter(({ active, planIds }) => active && (planIds === null || planIds.includes(planId)));
  return (
    <div className="small soft">
      {told.length === 0 ? notificationsWords.nobodyOfPlan : notificationsWords.ofPlan({ names: joined(told.map(({ name }) => name)) })}{' '}
      <TextLink size="sm" to="/team/notifications">
        {notificationsWords.title}
      </TextLink>
    </div>
  );
}
