import { later } from '../../api/later.ts';
/** The folded fields are fetched when they are first opened. */

export const RequestDetails = later(() => import('./requests/request-details.tsx'), 'RequestDetails');
export const DataFields = later(() => import('./fields/data-fields.tsx'), 'DataFields');
export const ProtocolFields = later(() => import('./fields/protocol-fields.tsx'), 'ProtocolFields');
export const TlsFields = later(() => import('./fields/tls-fields.tsx'), 'TlsFields');
export const ResourcesFields = later(() => import('./fields/resources-fields.tsx'), 'ResourcesFields');
export const JudgingFields = later(() => import('./fields/judging-fields.tsx'), 'JudgingFields');
