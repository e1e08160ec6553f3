import type { OpenAPIObject } from '@nestjs/swagger';

/**
 * Nest's decorators write 3.0. Nullable becomes a type, an example one of `examples`, a single-valued enum a `const`.
 */
export function toOpenApi31(document: OpenAPIObject): OpenAPIObject {
  return { ...(convertNested(document) as OpenAPIObject), openapi: '3.1.0' };
}

type Json = Readonly<Record<string, unknown>>;

const VALUES: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const']);

function convertNested(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(convertNested);
  if (typeof part !== 'object' || part === null) return part;
  const parameter = 'in' in part && 'schema' in part ? (part as Json) : null;
  return Object.fromEntries(
    Object.entries(part).flatMap(([name, value]: [string, unknown]) => {
      if (VALUES.has(name)) return [[name, value]];
      // The default, and what Nest writes for an operation without parameters.
      if ((name === 'required' && value === false) || (name === 'parameters' && isEmpty(value))) return [];
      if (name === 'schemas') return [[name, each(value as Json)]];
      if (name !== 'schema') return [[name, convertNested(value)]];
      return parameter
        ? Object.entries(ofParameter(parameter, value as Json))
        : [[name, schema(value as Json)]];
    }),
  );
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** Never null. The Swagger page sends an example beside the schema: right for an id in a path, wrong for an option. */
function ofParameter({ required }: Json, { nullable: _, example, ...rest }: Json): Json {
  if (example === undefined) return { schema: schema(rest) };
  return required ? { schema: schema(rest), example } : { schema: schema({ ...rest, example }) };
}

function schema(from: Json): Json {
  if (typeof from['$ref'] === 'string') return from;
  const { nullable, example, properties, items, additionalProperties, allOf, oneOf, ...rest } = from;
  const inner = {
    ...(properties === undefined ? {} : { properties: each(properties as Json) }),
    ...(items === undefined ? {} : { items: schema(items as Json) }),
    ...(additionalProperties === undefined
      ? {}
      : {
          additionalProperties:
            typeof additionalProperties === 'object'
              ? schema(additionalProperties as Json)
              : additionalProperties,
        }),
    ...(oneOf === undefined || isAnything(oneOf as Json[]) ? {} : { oneOf: (oneOf as Json[]).map(schema) }),
  };
  const examples = example === undefined ? {} : { examples: [example] };
  const parts = (allOf as Json[] | undefined)?.map(schema);
  const extendsAnother = 'properties' in inner || 'unevaluatedProperties' in rest;
  if (parts && extendsAnother) return { ...rest, allOf: parts, ...inner, ...examples };
  if (parts) {
    const { type: _, ...words } = rest;
    const one = parts.length === 1 ? parts[0] : { allOf: parts };
    return nullable
      ? { anyOf: [one, { type: 'null' }], ...words, ...examples }
      : { ...one, ...words, ...examples };
  }
  return { ...(nullable ? orNull(rest) : constant(rest)), ...inner, ...examples };
}

/** `oneOf: [{}]` is any value: it prevents that Swagger adds a type. */
function isAnything(oneOf: readonly Json[]): boolean {
  return oneOf.length === 1 && Object.keys(oneOf[0] ?? {}).length === 0;
}

function orNull({ type, enum: values, ...rest }: Json): Json {
  const withNull = (list: readonly unknown[]) => (list.includes(null) ? list : [...list, null]);
  return {
    ...(type === undefined ? {} : { type: [type, 'null'] }),
    ...rest,
    ...(Array.isArray(values) ? { enum: withNull(values) } : {}),
  };
}

function constant({ enum: values, ...rest }: Json): Json {
  if (!Array.isArray(values)) return rest;
  return values.length === 1 ? { ...rest, const: values[0] as unknown } : { ...rest, enum: values };
}

function each(schemas: Json): Json {
  return Object.fromEntries(Object.entries(schemas).map(([name, value]) => [name, schema(value as Json)]));
}
