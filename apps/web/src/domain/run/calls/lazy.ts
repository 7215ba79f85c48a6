/** The parts that only runs of gRPC show: fetched when one is looked at. */
import { lazy } from 'react';

export const MessagesChart = lazy(() => import('./message-charts.tsx').then((module) => ({ default: module.MessagesChart })));
export const MessageTimeCharts = lazy(() => import('./message-charts.tsx').then((module) => ({ default: module.MessageTimeCharts })));
export const CallStatuses = lazy(() => import('./call-figures.tsx').then((module) => ({ default: module.CallStatuses })));
export const CallFigures = lazy(() => import('./call-figures.tsx').then((module) => ({ default: module.CallFigures })));
