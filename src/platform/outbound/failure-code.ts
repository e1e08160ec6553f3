/** The code of a failed request: its own, or that of its first cause that has one. */
export function failureCodeOf(error: unknown): string {
  const { code, errors, cause } = error as { code?: unknown; errors?: unknown[]; cause?: unknown };
  if (typeof code === 'string') return code;
  const inner = errors?.[0] ?? cause;
  return inner === undefined ? 'unknown error' : failureCodeOf(inner);
}
