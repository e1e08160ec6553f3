import type { OpenAPIObject } from '@nestjs/swagger';
import type { Schema } from '../http/answer';

type RequestBody = NonNullable<NonNullable<OpenAPIObject['paths'][string]['post']>['requestBody']>;

/** Drops the examples of a body's fields that an example of the whole body has, too: it is the one that is shown. */
export class FieldExamples {
  readonly #shown = new Map<string, Set<string>>();

  /** Notes the examples of a body. */
  add(body: RequestBody | undefined, examples: Readonly<Record<string, object>> = {}): void {
    if (!body || '$ref' in body) return;
    const { schema } = body.content['application/json'] ?? {};
    if (!schema || !('$ref' in schema)) return;
    const fields = Object.values(examples).flatMap((example) => Object.keys(example));
    this.#shown.set(schema.$ref.split('/').at(-1) ?? '', new Set(fields));
  }

  /** The schema with this name without them. */
  without(name: string, schema: Schema): Schema {
    const shown = this.#shown.get(name);
    if (!shown || '$ref' in schema || !schema.properties) return schema;
    const properties = Object.entries(schema.properties).map(([field, property]) => {
      const { example: _, ...rest } = property as { readonly example?: unknown };
      return [field, shown.has(field) ? rest : property] as const;
    });
    return { ...schema, properties: Object.fromEntries(properties) as typeof schema.properties };
  }
}
