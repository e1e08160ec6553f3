export type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : '';

export type SnakeCased<T> = { readonly [Field in keyof T as SnakeCase<Field & string>]: T[Field] };

export function snakeCase<Name extends string>(name: Name): SnakeCase<Name> {
  return name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`) as SnakeCase<Name>;
}

export function snakeCased<T, Field extends keyof T & string>(
  values: T,
  fields: readonly Field[],
): SnakeCased<Pick<T, Field>> {
  return Object.fromEntries(
    fields.map((field) => [snakeCase(field), values[field]]),
  ) as unknown as SnakeCased<Pick<T, Field>>;
}

export function camelCased<T>(
  body: { readonly [Field in keyof T & string as SnakeCase<Field>]?: unknown },
  fields: readonly (keyof T & string)[],
): Partial<T> {
  const sent = new Map<string, unknown>(Object.entries(body));
  return Object.fromEntries(fields.map((field) => [field, sent.get(snakeCase(field))])) as Partial<T>;
}
