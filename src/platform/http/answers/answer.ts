import type { OpenAPIObject } from '@nestjs/swagger';

export type Schema = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];
type PlainSchema = Exclude<Schema, { $ref: string }>;

export interface Answer<View = unknown> {
  readonly name: string;
  readonly schema: Schema;
  readonly parts: readonly Answer[];
  readonly example: View;
}

export interface Field<Optional extends boolean = boolean, Nullable extends boolean = boolean> {
  readonly schema: Schema;
  readonly parts: readonly Answer[];
  readonly optional: Optional;
  readonly nullable: Nullable;
}

type Plain = Field<false, false>;

/** One entry for each property of a view: the compiler compares both. End-to-end tests check the values. */
export type Fields<View> = {
  readonly [Name in keyof View]-?: Field<
    undefined extends View[Name] ? true : false,
    null extends View[Name] ? true : false
  >;
};

function plain(schema: PlainSchema, parts: readonly Answer[] = []): Plain {
  return { schema, parts, optional: false, nullable: false };
}

/**
 * An object with exactly these fields; `example` is a complete view. Fields and an equal description of `base` are
 * omitted.
 */
export function answer<View extends object>(
  name: string,
  description: string | undefined,
  fields: Fields<View>,
  example: View,
  base?: Base,
): Answer<View> {
  const { schema, parts } = base
    ? extend(name, description, fields, base)
    : inline(description ?? name, fields);
  const closed = base ? { unevaluatedProperties: false } : {};
  return { name, schema: { ...schema, ...closed, example }, parts, example };
}

export interface Base extends Answer {
  readonly fields: ReadonlyMap<string, Field>;
}

export function baseOf(
  name: string,
  description: string,
  fields: Readonly<Record<string, Field>>,
  base?: Base,
): Base {
  const { schema, parts } = base
    ? extend(name, description, fields, base)
    : inline<object>(description, fields);
  const open = Object.entries(schema).filter(([key]) => key !== 'additionalProperties');
  return {
    name,
    schema: Object.fromEntries(open),
    parts,
    fields: new Map(Object.entries(fields)),
    example: undefined,
  };
}

function extend(
  name: string,
  description: string | undefined,
  fields: Readonly<Record<string, Field>>,
  base: Base,
): Plain {
  const all = new Map(Object.entries(fields));
  for (const [inherited, { schema, optional }] of base.fields) {
    const field = all.get(inherited);
    if (field && field.schema === schema && (optional || !field.optional)) continue;
    throw new Error(`${name} cannot extend ${base.name}, which says otherwise of ${inherited}`);
  }
  const own = [...all].filter(([field]) => !base.fields.has(field));
  const required = [...all]
    .filter(([field, { optional }]) => !optional && (base.fields.get(field)?.optional ?? true))
    .map(([field]) => field);
  return plain(
    {
      type: 'object',
      ...(description === undefined ? {} : { description }),
      allOf: [refTo(base.name)],
      ...(required.length > 0 ? { required } : {}),
      ...(own.length > 0
        ? { properties: Object.fromEntries(own.map(([field, { schema }]) => [field, schema])) }
        : {}),
    },
    [base, ...own.flatMap(([, { parts }]) => parts)],
  );
}

export function withExample<View>(shown: Answer<View>, example: View): Answer<View> {
  return { ...shown, example };
}

export function inline<View extends object>(description: string, fields: Fields<View>): Plain {
  const all: [string, Field][] = Object.entries(fields);
  const required = all.filter(([, field]) => !field.optional).map(([name]) => name);
  return plain(
    {
      type: 'object',
      description,
      additionalProperties: false,
      ...(required.length > 0 ? { required } : {}),
      properties: Object.fromEntries(all.map(([name, field]) => [name, field.schema])),
    },
    all.flatMap(([, field]) => field.parts),
  );
}

const PAGE = {
  object: constant('list'),
  has_more: flag('Whether older ones follow: ask with starting_after.'),
};
export const WHOLE_LIST = { object: constant('list'), has_more: flag('Always false: the list is whole.') };
const PAGE_BASE = baseOf('ListPage', 'One page, newest first.', PAGE);
export const WHOLE_LIST_BASE = baseOf('WholeList', 'The whole list.', WHOLE_LIST);

export function listOf<Item>(
  item: Answer<Item>,
  { paged, shown = item.example }: { paged: boolean; shown?: Item },
): Answer<{ object: 'list'; data: Item[]; has_more: boolean }> {
  return answer(
    `${item.name}List`,
    undefined,
    { ...(paged ? PAGE : WHOLE_LIST), data: listOfThese(item) },
    { object: 'list', data: [shown], has_more: false },
    paged ? PAGE_BASE : WHOLE_LIST_BASE,
  );
}

export function refTo(name: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

export function descriptionOf({ schema, parts: [base] }: Answer): string | undefined {
  if ('description' in schema) return schema.description;
  return base && 'allOf' in schema ? descriptionOf(base) : undefined;
}

export function one(part: Answer): Plain {
  return { schema: refTo(part.name), parts: [part], optional: false, nullable: false };
}

export function component(name: string, { schema, parts }: Plain): Plain {
  return one({ name, schema, parts, example: undefined });
}

export function listOfThese(part: Answer, description?: string): Plain {
  return plain({ type: 'array', ...(description ? { description } : {}), items: refTo(part.name) }, [part]);
}

export function listOfPlain(item: Plain, description: string): Plain {
  return plain({ type: 'array', description, items: item.schema }, item.parts);
}

export function text(description: string | undefined, limits: Omit<PlainSchema, 'type'> = {}): Plain {
  return plain({ type: 'string', ...(description ? { description } : {}), ...limits });
}

export function id(prefix: string, description: string): Plain {
  return text(description, { pattern: `^${prefix}_[0-9a-z]+$` });
}

export function instant(description: string): Plain {
  return text(description, { format: 'date-time' });
}

export function phone(description: string): Plain {
  return text(description, { pattern: '^\\+[1-9][0-9]{3,14}$' });
}

export function flag(description: string): Plain {
  return plain({ type: 'boolean', description });
}

export function whole(description: string, limits: Omit<PlainSchema, 'type'> = { minimum: 0 }): Plain {
  return plain({ type: 'integer', description, ...limits });
}

export function decimal(description: string, limits: Omit<PlainSchema, 'type'> = {}): Plain {
  return plain({ type: 'number', description, ...limits });
}

export function choice(values: readonly string[], description: string): Plain {
  return plain({ type: 'string', description, enum: [...values] });
}

export function choiceOf<Value extends string>(
  values: Readonly<Record<Value, true>>,
  description: string,
): Plain {
  return choice(Object.keys(values), description);
}

export function constant(value: string): Plain {
  return plain({ type: 'string', enum: [value], description: `Always ${value}.` });
}

export function mapOf(values: Field | null, description: string): Plain {
  const additionalProperties = values === null ? true : values.schema;
  return plain({ type: 'object', description, additionalProperties });
}

/** Any JSON, null too. */
export function json(description: string): Field<false, true> {
  return { schema: { description, nullable: true }, parts: [], optional: false, nullable: true };
}

export function optional<Nullable extends boolean>(field: Field<boolean, Nullable>): Field<true, Nullable> {
  return { ...field, optional: true };
}

export function nullable<Optional extends boolean>(field: Field<Optional>): Field<Optional, true> {
  if ('$ref' in field.schema) throw new Error('a reference stands for itself: write what may be null inline');
  const { enum: values } = field.schema;
  const schema: Schema = {
    ...field.schema,
    nullable: true,
    ...(Array.isArray(values) ? { enum: [...(values as unknown[]), null] } : {}),
  };
  return { ...field, schema, nullable: true };
}
