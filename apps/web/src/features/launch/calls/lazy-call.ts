import { later } from '../../../api/later.ts';
/** The parts for gRPC calls are fetched when the form has one. */

export const CallFields = later(() => import('./call-fields.tsx'), 'CallFields');
export const CallDetails = later(() => import('./call-details.tsx'), 'CallDetails');
export const CallWords = later(() => import('./call-words.tsx'), 'CallWords');
