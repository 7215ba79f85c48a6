import { later } from '../../api/later.ts';
/** The folded fields are fetched when they are first opened. */

export const RequestDetails = later(() => import('./requests/request-details.tsx'), 'RequestDetails');
export const DataFields = later(() => import('./fields/data-fields.tsx'), 'DataFields');
export const ProtocolFields = later(() => import('./fields/protocol-fields.tsx'), 'ProtocolFields');
export const TlsFields = later(() => import('./fields/tls-fields.tsx'), 'TlsFields');
export const ResourcesFields = later(() => import('./fields/resources-fields.tsx'), 'ResourcesFields');
export const DemoKnobs = later(() => import('./fields/demo-knobs.tsx'), 'DemoKnobs');
export const StreamKnobs = later(() => import('./fields/stream-knobs.tsx'), 'StreamKnobs');
export const JudgingFields = later(() => import('./fields/judging-fields.tsx'), 'JudgingFields');
export const WarmupGenerators = later(() => import('./fields/worker-fields.tsx'), 'WarmupGenerators');
export const StagesEditor = later(() => import('./fields/stages-editor.tsx'), 'StagesEditor');
export const TagsNote = later(() => import('./fields/tag-fields.tsx'), 'TagsNote');
