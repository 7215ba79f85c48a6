/** The page that a sign-in leads to: nobody is led elsewhere by a link to the sign-in page. */

/** `next` as a path of this origin; else the first page. */
export function ownPath(next: string | null | undefined, origin: string): string {
  if (!next || !/^\/(?![/\\])/.test(next) || !URL.canParse(next, origin)) return '/';
  const url = new URL(next, origin);
  const path = url.pathname + url.search + url.hash;
  // What is left of /.//host is the address of another host.
  return url.origin === origin && !path.startsWith('//') ? path : '/';
}
