/** The parts for gRPC calls are fetched when the form has one. */
import { lazy } from 'react';

export const CallFields = lazy(() => import('./call-fields.tsx').then((module) => ({ default: module.CallFields })));
export const CallDetails = lazy(() => import('./call-details.tsx').then((module) => ({ default: module.CallDetails })));
export const CallWords = lazy(() => import('./call-words.tsx').then((module) => ({ default: module.CallWords })));
