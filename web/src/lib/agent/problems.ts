/** The service's path: `voicemail.message`, `dispositions[2]`. */
export interface Problem {
  readonly field: string;
  readonly message: string;
}

export function problemAt(problems: readonly Problem[], place: string): string | undefined {
  return problems.find(({ field }) => field === place)?.message;
}

/** With the entry's number, from 1; null for the list itself. */
export function problemWithin(
  problems: readonly Problem[],
  place: string,
): { readonly entry: number | null; readonly message: string } | undefined {
  const found = problems.find(({ field }) => field === place || field.startsWith(`${place}[`));
  if (!found) return undefined;
  const at = Number.parseInt(found.field.slice(place.length + 1), 10);
  return { entry: Number.isNaN(at) ? null : at + 1, message: found.message };
}

/** The first problem of a path, or of something in it without its own field. */
export function problemBelow(
  problems: readonly Problem[],
  place: string,
  own: readonly string[],
): string | undefined {
  const rest = (field: string) => field.slice(place.length);
  return problems.find(
    ({ field }) =>
      field.startsWith(place) && /^(?:$|[.[])/.test(rest(field)) && !own.some((path) => rest(field) === path),
  )?.message;
}

export function fieldOf(place: string): string {
  return place.split(/[.[]/, 1)[0] ?? '';
}
