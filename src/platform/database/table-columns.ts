import type { EntitySchemaColumnOptions } from 'typeorm';
import type { FieldKind, FieldTable } from '../kernel/field-table';

/** The entity columns of a table's fields. */
export function columnsOf<T extends FieldTable>(table: T): Record<keyof T, EntitySchemaColumnOptions> {
  return Object.fromEntries(
    Object.entries(table).map(([property, { type, options }]) => [
      property,
      {
        type: columnType(type),
        ...(options.nullable && { nullable: true }),
      },
    ]),
  ) as unknown as Record<keyof T, EntitySchemaColumnOptions>;
}

function columnType(type: FieldKind): 'text' | 'boolean' | 'integer' | 'double precision' | 'json' {
  switch (type.kind) {
    case 'flag':
      return 'boolean';
    case 'number':
      return type.whole ? 'integer' : 'double precision';
    case 'list':
    case 'object':
    case 'free':
      return 'json';
    default:
      return 'text';
  }
}
