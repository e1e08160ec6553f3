import { isDay } from '../../kernel/instant';
import { field, type FieldOptions } from './field';

const EARLIEST = '1970-01-01';

export function Day(options: FieldOptions): PropertyDecorator {
  return field({ example: '2026-11-20', ...options }, { type: 'string', format: 'date' }, (value) =>
    isQueryDay(value) ? undefined : 'must be a day such as 2026-11-20',
  );
}

/** The days `from` and `to` of a query; null when one of them is none. */
export function daysOfQuery({ from, to }: { readonly from?: unknown; readonly to?: unknown }) {
  return isDayOrAbsent(from) && isDayOrAbsent(to) ? { from, to } : null;
}

function isDayOrAbsent(value: unknown): value is string | undefined {
  return value === undefined || isQueryDay(value);
}

function isQueryDay(value: unknown): value is string {
  return typeof value === 'string' && isDay(value) && value >= EARLIEST;
}
