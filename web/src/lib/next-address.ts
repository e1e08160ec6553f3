/** `next` when it is an address of this origin below `/console` for signed-in users; else null. */
export function nextAddress(next: string | undefined, origin: string): string | null {
  if (next === undefined || next.length > 2_000) return null;
  let url: URL;
  try {
    url = new URL(next, origin);
  } catch {
    return null;
  }
  const { pathname, search } = url;
  if (url.origin !== origin || !(pathname === '/console' || pathname.startsWith('/console/'))) return null;
  const isFile = ['/console/assets/', '/console/v1/', '/console/api/', '/console/live/'].some((path) =>
    pathname.startsWith(path),
  );
  const isAnonymous = ['sign-in', 'setup', 'link', 'forgot'].some((name) => pathname === `/console/${name}`);
  return isFile || isAnonymous ? null : pathname + search;
}
