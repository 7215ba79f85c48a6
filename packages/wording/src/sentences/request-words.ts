/** A plan's requests, in a few words. */
import type { Plan } from '@plimsoll/contracts/plan';
import { isSequence, listRequests, requestVerb } from '@plimsoll/contracts/requests';
import { unreadableUrl } from '@plimsoll/contracts/shown-plan';
import { requestedWords } from '../en/plan/request.ts';

/** `GET http://a.example/`, `shop.Cart/Add grpc://a.example:50051`, or `3 requests in sequence · http://a.example`; a stand-in is no URL. */
export function requestWords(plan: Pick<Plan, 'target' | 'requests' | 'requestOrder'>): string {
  const [first] = listRequests(plan);
  if (first.url === unreadableUrl) return requestedWords.unreadable;
  if (!plan.requests) return requestedWords.one({ method: requestVerb(first), url: first.url });
  const figures = { count: plan.requests.length, origin: new URL(first.url).origin };
  return isSequence(plan) ? requestedWords.inSequence(figures) : requestedWords.byWeight(figures);
}
