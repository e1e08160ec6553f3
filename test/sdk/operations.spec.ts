import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type Operation, OPERATIONS } from '../../sdk/src/operations.ts';

interface Documented {
  readonly operationId: string;
  readonly requestBody?: object;
  readonly parameters?: readonly { readonly $ref?: string; readonly in?: string; readonly name?: string }[];
}

const document = parse(readFileSync(join(__dirname, '../../openapi.yaml'), 'utf8'), {
  maxAliasCount: -1,
}) as {
  readonly info: { readonly version: string };
  readonly paths: Record<string, Record<string, Documented>>;
  readonly components: {
    readonly parameters: Record<string, { readonly in: string; readonly name: string }>;
  };
};

const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    id: operation.operationId,
    request: `${method.toUpperCase()} ${path}`,
    operation,
  })),
);
const table: Readonly<Record<string, Operation>> = OPERATIONS;

function parametersIn({ parameters = [] }: Documented, place: string): string[] {
  const all = parameters.map((one) => {
    const name = one.$ref?.split('/').at(-1);
    return name === undefined ? one : document.components.parameters[name];
  });
  return all.flatMap((one) => (one?.in === place ? [one.name ?? ''] : []));
}

describe('the operations of the SDK', () => {
  it('match those of the document, each once', () => {
    expect(Object.keys(table).sort()).toEqual(documented.map(({ id }) => id).sort());
    const methods = Object.values(table).map(({ as }) => as);
    expect(new Set(methods).size).toBe(methods.length);
  });

  it.each(documented)('have the request of the document: $id', ({ id, request, operation }) => {
    const row = table[id];
    expect(row?.request).toBe(request);
    const takes = operation.requestBody
      ? 'body'
      : parametersIn(operation, 'query').length > 0
        ? 'query'
        : undefined;
    expect(row?.takes).toBe(takes);
    expect(row?.again === 'with_key').toBe(parametersIn(operation, 'header').includes('Idempotency-Key'));
    const isPaged = parametersIn(operation, 'query').includes('starting_after');
    expect(row?.list !== undefined && row.list !== 'whole').toBe(isPaged);
  });
});
