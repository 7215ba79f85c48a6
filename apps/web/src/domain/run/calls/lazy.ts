/** The charts that only runs of gRPC show: fetched when one is looked at. */
import { lazy } from 'react';

export const MessagesChart = lazy(() => import('./message-charts.tsx').then((module) => ({ default: module.MessagesChart })));
export const MessageTimeCharts = lazy(() => import('./message-charts.tsx').then((module) => ({ default: module.MessageTimeCharts })));
