import type { OpenApiDocument } from './document';

/** A parameter of an operation, as far as tests read it. */
export interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly description?: string;
  readonly example?: string;
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
