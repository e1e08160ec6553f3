import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import { snakeCase } from '../kernel/snake-case';

/** The kinds of columns. Instants have milliseconds, as those of JavaScript. */
export const column = {
  id: { type: 'text', primary: true },
  text: { type: 'text' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  json: { type: 'json' },
  jsonb: { type: 'jsonb' },
  bytes: { type: 'bytea' },
  date: { type: 'date' },
  instant: { type: 'timestamptz', precision: 3 },
  credits: { type: 'numeric', precision: 18, scale: 4 },
} as const satisfies Record<string, EntitySchemaColumnOptions>;

export function nullable<Column extends EntitySchemaColumnOptions>(of: Column) {
  return { ...of, nullable: true } as const;
}

/** The table of these states. A column without a `name` has that of its property, in snake case. */
export function tableSchema<State extends object>(
  tableName: string,
  columns: Readonly<Record<keyof State, EntitySchemaColumnOptions>>,
): EntitySchema<State> {
  const named = Object.entries<EntitySchemaColumnOptions>(columns).map(([property, options]) => {
    const key = options.primary && { primaryKeyConstraintName: `${tableName}_pkey` };
    return [property, { name: snakeCase(property), ...key, ...options }] as const;
  });
  return new EntitySchema<State>({
    name: tableName,
    tableName,
    columns: Object.fromEntries(named) as Record<keyof State, EntitySchemaColumnOptions>,
  });
}
