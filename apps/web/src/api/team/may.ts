import { type Action, can } from '@plimsoll/contracts/account';
import { useQuery } from '@tanstack/react-query';
import { session } from './session.ts';

/** Says what the signed-in person may do in the team; nothing before that is known. A button that would be refused is not shown. */
export function useMay(): (action: Action) => boolean {
  const { data: who } = useQuery(session);
  return (action) => !!who?.role && can(who.role, action);
}
