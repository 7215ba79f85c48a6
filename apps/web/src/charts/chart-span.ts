import { createContext } from 'react';

/** Chooses the seconds that were drawn over with the pointer, `to` not among them; null where a chart chooses nothing. */
export const ChartSpan = createContext<((span: { readonly from: number; readonly to: number }) => void) | null>(null);
