import { collectReferences, type OpenApiParts, typesOf } from './api-types';

/** Stands in the list of an enum for values that a later version of the service may add. */
const ANY_OTHER = '__any_other__';

type Node = Record<string, unknown>;

interface ErrorExample {
  readonly value?: { readonly error?: { readonly code: string; readonly details?: object } };
}

/** Types of the SDK. Enums of answers stay open, so that a value of a later service compiles; those of requests are closed. */
export async function sdkTypes(api: OpenApiParts & { readonly webhooks: Node }): Promise<string> {
  const { paths, components, webhooks } = api;
  const requests = new Set<string>();
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path as Node))) {
    const { parameters, requestBody } = operation as Node;
    collectReferences([parameters, requestBody], components, requests);
  }
  const opened = Object.entries(components['schemas'] ?? {}).map(([name, schema]) => [
    name,
    requests.has(`#/components/schemas/${name}`) ? schema : withOpenEnums(schema),
  ]);
  const schemas = Object.fromEntries(opened) as Node;
  const code = await typesOf({
    ...api,
    paths,
    webhooks,
    components: { ...components, schemas },
  } as OpenApiParts);
  return `// Made from openapi.yaml by \`npm run openapi\`.\n${code.replaceAll(`"${ANY_OTHER}"`, '(string & {})')}
${detailsOf(components['examples'] ?? {})}`;
}

/** A list of one value tells kinds of objects apart, and stays closed. */
function withOpenEnums(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withOpenEnums);
  if (typeof part !== 'object' || part === null) return part;
  const { examples: _, ...rest } = part as Node;
  const copy = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, withOpenEnums(value)]));
  const values = copy['enum'];
  const isOpen = Array.isArray(values) && values.filter((value) => typeof value === 'string').length > 1;
  return isOpen ? { ...copy, enum: [...values, ANY_OTHER] } : copy;
}

/** The details of each code, as the document's examples have them. */
function detailsOf(examples: Node): string {
  const rows = Object.values(examples).flatMap((example) => {
    const { code, details } = (example as ErrorExample).value?.error ?? {};
    if (code === undefined) return [];
    const names = Object.keys(details ?? {});
    const type =
      names.length === 0
        ? 'undefined'
        : `Required<Pick<Details, ${names.map((name) => `"${name}"`).join(' | ')}>>`;
    return [`    ${code}: ${type};\n`];
  });
  return `type Details = NonNullable<components["schemas"]["Error"]["error"]["details"]>;
/** Details of an error by its code. */
export interface ErrorDetails {\n${rows.join('')}}\n`;
}
