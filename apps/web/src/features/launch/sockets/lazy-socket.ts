import { later } from '../../../api/later.ts';
/** The parts for WebSockets are fetched when the form has one. */

export const SocketFields = later(() => import('./socket-fields.tsx'), 'SocketFields');
export const SocketWords = later(() => import('./socket-words.tsx'), 'SocketWords');
