import { later } from '../../../api/later.ts';
/** The charts that only runs of gRPC show: fetched when one is looked at. */

export const MessagesChart = later(() => import('./message-charts.tsx'), 'MessagesChart');
export const MessageTimeCharts = later(() => import('./message-charts.tsx'), 'MessageTimeCharts');
