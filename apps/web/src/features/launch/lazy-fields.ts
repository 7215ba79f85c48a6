/** The folded fields are fetched when they are first opened. */
import { lazy } from 'react';

export const RequestDetails = lazy(() => import('./requests/request-details.tsx').then((module) => ({ default: module.RequestDetails })));
export const DataFields = lazy(() => import('./fields/data-fields.tsx').then((module) => ({ default: module.DataFields })));
export const ProtocolFields = lazy(() => import('./fields/protocol-fields.tsx').then((module) => ({ default: module.ProtocolFields })));
export const TlsFields = lazy(() => import('./fields/tls-fields.tsx').then((module) => ({ default: module.TlsFields })));
export const ResourcesFields = lazy(() => import('./fields/resources-fields.tsx').then((module) => ({ default: module.ResourcesFields })));
export const JudgingFields = lazy(() => import('./fields/judging-fields.tsx').then((module) => ({ default: module.JudgingFields })));
