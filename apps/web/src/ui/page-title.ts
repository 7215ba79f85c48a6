import { useEffect } from 'react';

/** The tab's title; the product's name stands last, so that the tab says where one is. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Plimsoll`;
  }, [title]);
}
