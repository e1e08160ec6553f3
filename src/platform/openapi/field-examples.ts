import type { OpenAPIObject } from '@nestjs/swagger';
import type { Schema } from '../http/answers/answer';

type Operation = NonNullable<OpenAPIObject['paths'][string]['post']>;

/** Drops examples of fields that an example of a whole body of the same area contains: that one is shown. */
export class FieldExamples {
  readonly #areas = new Map<string, string>();
  readonly #shown = new Map<string, Set<string>>();

  add(
    { tags: [area = ''] = [], requestBody }: Operation,
    examples: Readonly<Record<string, object>> = {},
  ): void {
    if (!requestBody || '$ref' in requestBody) return;
    const { schema } = requestBody.content['application/json'] ?? {};
    if (!schema || !('$ref' in schema)) return;
    this.#areas.set(schema.$ref.split('/').at(-1) ?? '', area);
    const shown = this.#shown.get(area) ?? new Set();
    for (const example of Object.values(examples)) for (const field of Object.keys(example)) shown.add(field);
    this.#shown.set(area, shown);
  }

  without(name: string, schema: Schema): Schema {
    const shown = this.#shown.get(this.#areas.get(name) ?? '');
    if (!shown || '$ref' in schema || !schema.properties) return schema;
    const properties = Object.entries(schema.properties).map(([field, property]) => {
      const { example: _, ...rest } = property as { readonly example?: unknown };
      return [field, shown.has(field) ? rest : property] as const;
    });
    return { ...schema, properties: Object.fromEntries(properties) };
  }
}
