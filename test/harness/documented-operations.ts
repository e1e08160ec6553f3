import type { OpenApiDocument } from './document';

/** An operation of the document, as far as tests read it. */
export interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly {
    readonly in: string;
    readonly name: string;
    readonly description?: string;
    readonly example?: string;
  }[];
  readonly security?: readonly object[];
  readonly 'x-scopes'?: readonly string[];
  readonly requestBody?: {
    readonly content: {
      'application/json': { schema: object; examples?: Record<string, { readonly value: object }> };
    };
  };
  readonly responses: Readonly<Record<string, object>>;
}

/** Every operation of a document, with its method and path. */
export function operationsOf(
  document: OpenApiDocument,
): { readonly method: string; readonly path: string; readonly operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      method,
      path,
      operation: operation as unknown as Operation,
    })),
  );
}
