import type { Field, FieldTable, NewValues, RequiredNames, ValueOf } from '../../kernel/field-table';
import type { SnakeCased } from '../../kernel/snake-case';
import { snakeCase } from '../../kernel/snake-case';
import { cleanKind, kindProblem, schemaOf } from './field-kinds';
import { field, type FieldOptions } from './field';

/** The body of a POST; null for an optional field is left out. */
type NewBody<T extends FieldTable> = SnakeCased<
  Pick<NewValues<T>, RequiredNames<T>> & {
    readonly [Name in Exclude<keyof T, RequiredNames<T>>]?: NonNullable<ValueOf<T[Name]>>;
  }
>;

/** The body of a PATCH; null clears a nullable field. */
type ChangeBody<T extends FieldTable> = SnakeCased<{ readonly [Name in keyof T]?: ValueOf<T[Name]> }>;

/** A base class with the fields of a table for a POST: required fields must be sent, others have defaults. */
export function newRequestOf<T extends FieldTable>(table: T): new () => NewBody<T> {
  const request = requestClass(table, ({ options }) => ({
    required: options.required ?? false,
    default: isEmpty(options.default) ? undefined : options.default,
    ...(options.nullable && { nullable: true }),
  }));
  return request as new () => NewBody<T>;
}

/** A base class with the fields of a table for a PATCH: null is accepted for nullable fields alone. */
export function changeRequestOf<T extends FieldTable>(table: T): new () => ChangeBody<T> {
  const request = requestClass(table, ({ options }) => ({
    patch: true,
    ...(options.nullable && { nullable: true }),
  }));
  return request as new () => ChangeBody<T>;
}

/** The class of a table's body, as a named class extends it. */
function requestClass(table: FieldTable, optionsOf: (described: Field) => object): new () => object {
  // eslint-disable-next-line @typescript-eslint/no-extraneous-class -- decorators add its fields.
  class TableRequest {}
  for (const [property, described] of Object.entries(table)) {
    TableField(described, optionsOf(described))(TableRequest.prototype, snakeCase(property));
  }
  return TableRequest;
}

/** A property with the kind of a field table's field. */
export function TableField(
  { type, options: { description, example } }: Field,
  options: FieldOptions = {},
): PropertyDecorator {
  return field(
    { description, example, ...options },
    schemaOf(type),
    (value) => kindProblem(type, value),
    (value) => cleanKind(type, value),
  );
}

/** The same in a query, as JSON. */
export function TableFieldText({ type, options: { description, example } }: Field): PropertyDecorator {
  return field(
    { description: `${description ?? ''} As JSON.`.trim(), example: JSON.stringify(example) },
    { type: 'string' },
    (value) => (value === NOT_JSON ? 'must be JSON' : kindProblem(type, value)),
    (value) => cleanKind(type, typeof value === 'string' ? parse(value) : value),
  );
}

const NOT_JSON = Symbol('not JSON');

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return NOT_JSON;
  }
}

/** The document shows no empty list as a default. */
function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
