import { later } from '../../../api/later.ts';
/** The parts that only runs of streams show: fetched when one is looked at. */

export const MessagesChart = later(() => import('./message-charts.tsx'), 'MessagesChart');
export const MessageTimeCharts = later(() => import('./message-charts.tsx'), 'MessageTimeCharts');
export const TokensChart = later(() => import('./message-charts.tsx'), 'TokensChart');
