/** Where a recording is loaded from: its link names PUBLIC_URL, which need not be where this page is. */
export function recordingPath(url: string | null | undefined): string | null {
  if (url === null || url === undefined) return null;
  const { pathname, search } = new URL(url, window.location.origin);
  return pathname + search;
}
