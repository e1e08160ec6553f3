import type { OpenApiDocument } from './document';

const JSON_TYPE = 'application/json';

interface Content {
  readonly content: { readonly [JSON_TYPE]?: { readonly schema?: Schema } };
}

/** A parameter of an operation, as far as tests read it. */
export interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly description?: string;
  readonly example?: string;
}

/** A schema, as far as tests read it. */
export interface Schema {
  readonly $ref?: string;
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, object>>;
}

/** An operation of the document, as far as tests read it. */
export interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly security?: readonly object[];
  readonly 'x-scopes'?: readonly string[];
  readonly requestBody?: {
    readonly content: {
      'application/json': { schema: object; examples?: Record<string, { readonly value: object }> };
    };
  };
  readonly responses: Readonly<Record<string, object>>;
}

/** Every operation of a document, with its method and path; its parameters in place of references to them. */
export function operationsOf(
  document: OpenApiDocument,
): { readonly method: string; readonly path: string; readonly operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      method,
      path,
      operation: withParameters(operation as unknown as Operation, document),
    })),
  );
}

function withParameters(operation: Operation, { components }: OpenApiDocument): Operation {
  const parameters = operation.parameters?.map((parameter) => {
    const { $ref } = parameter as { $ref?: string };
    return $ref === undefined ? parameter : components.parameters[$ref.split('/').at(-1) ?? '']!;
  });
  return parameters ? { ...operation, parameters } : operation;
}

/** The fields of an operation's successful responses that its request does not know. */
export function responseFields(
  { requestBody, responses }: Operation,
  { components }: OpenApiDocument,
): readonly string[] {
  const nameOf = ($ref: string) => $ref.split('/').at(-1) ?? '';
  const namesOf = ({ $ref, oneOf = [], allOf = [], properties = {} }: Schema): string[] =>
    $ref === undefined
      ? [...Object.keys(properties), ...[...oneOf, ...allOf].flatMap(namesOf)]
      : namesOf(components.schemas[nameOf($ref)] ?? {});
  const sent = new Set(namesOf(requestBody?.content[JSON_TYPE].schema ?? {}));
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const returned = successes.flatMap(([, response]) => {
    const { $ref, content } = response as { $ref?: string } & Partial<Content>;
    const shown = $ref === undefined ? content : components.responses[nameOf($ref)]?.content;
    return namesOf(shown?.[JSON_TYPE]?.schema ?? {});
  });
  return [...new Set(returned)].filter((name) => !sent.has(name));
}
