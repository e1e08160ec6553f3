export function errorCode(error: unknown): string | undefined {
  return textIn(error, 'code');
}

/** Checks the shape: Node's own errors are no instances of Error in Jest's realm. */
export function textIn(error: unknown, property: string): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const value: unknown = Reflect.get(error, property);
  return typeof value === 'string' ? value : undefined;
}
