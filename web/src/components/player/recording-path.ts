/** The link has PUBLIC_URL, which may differ from this page's origin. */
export function recordingPath(url: string | null | undefined): string | null {
  if (url === null || url === undefined) return null;
  const { pathname, search } = new URL(url, window.location.origin);
  return pathname + search;
}
