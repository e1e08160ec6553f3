import { ApiCall } from './api-call.ts';
import { ListCall, type ListAnswer } from './list-call.ts';
import { type Operation, type OperationId, OPERATIONS, type OperationTable } from './operations.ts';
import type { RequestOptions } from './options.ts';
import type { ApiResponse } from './response.ts';
import type { operations } from './schema.gen.ts';
import type { Query, Request, Transport } from './transport.ts';

type JsonOf<Response> = Response extends { content: { 'application/json': infer Json } } ? Json : never;

type JsonAnswerOf<Id extends OperationId> = operations[Id] extends { responses: infer Responses }
  ? { [Status in keyof Responses & (200 | 201)]: JsonOf<Responses[Status]> }[keyof Responses & (200 | 201)]
  : never;

type AnswerOf<Id extends OperationId> = OperationTable[Id] extends { returns: 'text' }
  ? string
  : OperationTable[Id] extends { returns: 'bytes' }
    ? ArrayBuffer
    : JsonAnswerOf<Id>;

type PathValues<Id extends OperationId> = OperationTable[Id]['request'] extends `${string}{${string}`
  ? [id: string]
  : [];

type BodyOf<Id extends OperationId> = operations[Id] extends { requestBody: { content: infer Content } }
  ? [body: JsonOf<{ content: Content }>]
  : operations[Id] extends { requestBody?: infer Body }
    ? [body?: JsonOf<NonNullable<Body>>]
    : [];

type QueryOf<Id extends OperationId> = operations[Id] extends { parameters: { query?: infer Query } }
  ? [query?: Query]
  : [];

type Taken<Id extends OperationId> = OperationTable[Id] extends { takes: 'body' }
  ? BodyOf<Id>
  : OperationTable[Id] extends { takes: 'query' }
    ? QueryOf<Id>
    : [];

type ItemOf<Answer> = Answer extends { data: readonly (infer Item)[] } ? Item : never;

type Returned<Id extends OperationId> = OperationTable[Id] extends { list: string }
  ? JsonAnswerOf<Id> extends ListAnswer<ItemOf<JsonAnswerOf<Id>>>
    ? ListCall<ItemOf<JsonAnswerOf<Id>>, JsonAnswerOf<Id>>
    : never
  : ApiCall<AnswerOf<Id>>;

type Method<Id extends OperationId> = (
  ...args: [...PathValues<Id>, ...Taken<Id>, options?: RequestOptions]
) => Returned<Id>;

/** The methods of a resource: arguments are path values, then body or query, then options. */
export type Resource<Name extends string> = {
  readonly [
    Id in OperationId as OperationTable[Id]['as'] extends `${Name}.${infer Verb}` ? Verb : never
  ]: Method<Id>;
};

type AnyMethod = (...args: unknown[]) => ApiCall<unknown> | ListCall<unknown>;

/** The methods of all resources, by resource and verb. */
export function makeResources(transport: Transport): Record<string, Record<string, AnyMethod>> {
  const resources: Record<string, Record<string, AnyMethod>> = {};
  for (const [operationId, operation] of Object.entries<Operation>(OPERATIONS)) {
    const [resource = '', verb = ''] = operation.as.split('.');
    const methods = (resources[resource] ??= {});
    methods[verb] = (...args) => started(transport, requestOf(operationId, operation, args));
  }
  return resources;
}

function started(transport: Transport, request: Request): ApiCall<unknown> | ListCall<unknown> {
  const { list } = request.operation;
  if (!list) return new ApiCall(transport.send(request));
  const read = (after: string | undefined) => {
    const query = after === undefined ? request.query : { ...request.query, starting_after: after };
    return transport.send({ ...request, query }) as Promise<ApiResponse<ListAnswer<unknown>>>;
  };
  return new ListCall(read, (item) =>
    list === 'whole' ? undefined : (item as Record<typeof list, string | undefined>)[list],
  );
}

/** @throws TypeError when a value of the path cannot stand there */
function requestOf(operationId: string, operation: Operation, args: readonly unknown[]): Request {
  const rest = [...args];
  const template = operation.request.slice(operation.request.indexOf(' ') + 1);
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => segment(operation, name, rest.shift()));
  const taken = operation.takes ? rest.shift() : undefined;
  return {
    operationId,
    operation,
    path,
    query: operation.takes === 'query' ? (taken as Query | undefined) : undefined,
    body: operation.takes === 'body' ? (taken ?? {}) : undefined,
    options: (rest.shift() as RequestOptions | undefined) ?? {},
  };
}

function segment({ as }: Operation, name: string, value: unknown): string {
  if (typeof value !== 'string' || value === '' || value === '.' || value === '..') {
    throw new TypeError(
      `${as}: ${name} must be a text that is not empty, and it is ${JSON.stringify(value)}.`,
    );
  }
  return encodeURIComponent(value);
}
