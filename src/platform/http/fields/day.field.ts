import { isDay } from '../../kernel/instant';
import { field, type FieldOptions } from './field';

const EARLIEST = '1970-01-01';

export function Day(options: FieldOptions = {}): PropertyDecorator {
  return field({ example: '2026-11-20', ...options }, { type: 'string', format: 'date' }, (value) =>
    typeof value === 'string' && isDay(value) && value >= EARLIEST
      ? undefined
      : 'must be a day such as 2026-11-20',
  );
}
