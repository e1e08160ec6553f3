/** From the address; days of the account's zone. */
export interface Range {
  readonly from: string;
  readonly to: string;
  readonly agent: string;
}

const DAY_MS = 86_400_000;

/** A field of a day takes years of five digits: what is no day stays, and the service refuses it. */
function daysBefore(day: string, days: number): string {
  const at = new Date(Date.parse(`${day}T12:00:00Z`) - days * DAY_MS);
  return Number.isNaN(at.getTime()) ? day : at.toISOString().slice(0, 10);
}

/** First and last day of a preset. */
export function presetRange(preset: string, today: string): { readonly from: string; readonly to: string } {
  if (preset === 'yesterday') return { from: daysBefore(today, 1), to: daysBefore(today, 1) };
  const days = preset === 'week' ? 7 : preset === 'month' ? 30 : 1;
  return { from: daysBefore(today, days - 1), to: today };
}

/** As many days directly before. */
export function rangeBefore({ from, to }: Pick<Range, 'from' | 'to'>) {
  const days = Math.round((Date.parse(`${to}T12:00:00Z`) - Date.parse(`${from}T12:00:00Z`)) / DAY_MS) + 1;
  return { from: daysBefore(from, days), to: daysBefore(from, 1) };
}
