/** What the browser keeps between visits: nothing secret. Null when it keeps nothing, or its storage is closed. */
export function kept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a text until the browser's data are cleared; where storage is closed it is kept by nobody. */
export function keep(name: string, text: string): void {
  try {
    if (localStorage.getItem(name) !== text) localStorage.setItem(name, text);
  } catch {
    // The page works without it.
  }
}

/** Forgets what was kept under a name, or under every name that begins with it. */
export function forget(name: string, isPrefix = false): void {
  try {
    const names = isPrefix ? Object.keys(localStorage).filter((other) => other.startsWith(name)) : [name];
    for (const one of names) localStorage.removeItem(one);
  } catch {
    // Nothing was kept.
  }
}
