/** Null when nothing is stored, or storage is closed. */
export function readLocal(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Until the browser's data are cleared; no secret. Does nothing where storage is closed. */
export function writeLocal(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
  } catch {
    // The page works without it.
  }
}

/** With `isPrefix` all names that begin with it. */
export function removeLocal(name: string, isPrefix = false): void {
  try {
    const names = isPrefix ? Object.keys(localStorage).filter((other) => other.startsWith(name)) : [name];
    for (const one of names) localStorage.removeItem(one);
  } catch {
    // Storage is closed: it holds nothing.
  }
}
