import { field, type FieldOptions } from './field';

const FORM = /^\d{4}-\d{2}-\d{2}$/;

export function Day(options: FieldOptions = {}): PropertyDecorator {
  return field({ example: '2026-11-20', ...options }, { type: 'string', format: 'date' }, (value) =>
    typeof value === 'string' && isDay(value) ? undefined : 'must be a day such as 2026-11-20',
  );
}

function isDay(text: string): boolean {
  if (!FORM.test(text) || text < '1970-01-01') return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
