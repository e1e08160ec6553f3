import type { OpenAPIObject } from '@nestjs/swagger';
import { type Answer, descriptionOf, refTo, type Schema } from '../http/answers/answer';
import { ERROR_NAME, errorSchema } from './error-schema';
import { AnswerSchemas } from './answer-schemas';
import { FieldExamples } from './field-examples';
import { ANY_PATH, ErrorResponses } from './error-responses';
import { HEADERS, headerRefs, type HeaderName, RATE_HEADERS } from './response-headers';
import type { OperationOptions } from '../http/request-context';
import { toOpenApi31 } from './openapi-31';
import type { Audience } from './part';
import { EVENT_RESPONSES, webhooksOf } from './webhooks';
import { shareParts } from './shared-parts';
import { FIELD_PROBLEM } from '../http/answers/shared.answers';

type OpenApiOperation = NonNullable<OpenAPIObject['paths'][string]['get']>;
const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;

/** Adds scopes, answers, examples, headers and errors, from `@Operation` and the tables that the checks use. */
export function describeOperations(
  document: OpenAPIObject,
  operations: ReadonlyMap<string, OperationOptions>,
  audience: Audience,
): OpenAPIObject {
  const schemas = new AnswerSchemas();
  const errors = new ErrorResponses(audience);
  const names = new Map<object, string>(Object.entries(EVENT_RESPONSES).map(([name, part]) => [part, name]));
  const events: Record<string, Answer> = {};
  const fieldExamples = new FieldExamples();
  for (const item of Object.values(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      const options = operation && operations.get(operation.operationId ?? '');
      if (!operation || !options) continue;
      describe(operation, options, errors, names);
      fieldExamples.add(operation, options.bodies);
      Object.assign(events, options.events);
      for (const answer of answersOf(options).values()) schemas.add(answer);
    }
  }
  for (const event of Object.values(events)) schemas.add(event);
  document.components = {
    ...document.components,
    headers: HEADERS,
    examples: errors.examples,
    schemas: inOrder({
      ...ofRequests(document.components?.schemas ?? {}, fieldExamples),
      [FIELD_PROBLEM.name]: FIELD_PROBLEM.schema,
      [ERROR_NAME]: errorSchema(audience),
      ...schemas.byName,
    }),
  };
  const { info, servers, security, tags, paths, components } = document;
  const whole: OpenAPIObject = {
    openapi: '',
    info,
    servers,
    security,
    tags,
    paths,
    ...webhooksOf(events),
    components,
    ...ANY_PATH,
  };
  return toOpenApi31(shareParts(whole, new Map([...names, ...errors.names])));
}

function ofRequests(
  schemas: Readonly<Record<string, Schema>>,
  examples: FieldExamples,
): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      { ...examples.without(name, schema), additionalProperties: false },
    ]),
  );
}

function inOrder(schemas: Readonly<Record<string, Schema>>): Record<string, Schema> {
  return Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function answersOf({ answer }: OperationOptions): Map<number, Answer> {
  if (answer === undefined) return new Map();
  if ('schema' in answer) return new Map([[200, answer]]);
  return new Map(Object.entries(answer).map(([status, one]) => [Number(status), one]));
}

function describe(
  operation: OpenApiOperation,
  options: OperationOptions,
  errors: ErrorResponses,
  names: Map<object, string>,
): void {
  const { access, idempotent = false, errors: codes = [], versioned = false, confirmed = false } = options;
  const keyed = access !== 'public' && access !== 'anonymous';
  if (!keyed) operation.security = [];
  if (typeof access !== 'string') {
    Object.assign(operation, { 'x-scopes': access });
    const scope = `Scope: ${access.map((name) => `\`${name}\``).join(' or ')}.`;
    operation.description = options.description ? `${options.description}\n\n${scope}` : scope;
  }
  if (idempotent) operation.parameters = [...(operation.parameters ?? []), IDEMPOTENCY_KEY];
  describeBody(operation, options);
  describeAnswers(operation, options, names, [
    'X-Request-Id',
    ...(keyed ? RATE_HEADERS : []),
    ...(versioned ? (['ETag'] as const) : []),
  ]);
  Object.assign(operation.responses, errors.of({ keyed, idempotent, errors: codes, confirmed }));
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  required: false,
  description:
    'The same key and body within 24 hours return the first result; the same key with another body is 409.',
  schema: { type: 'string' as const, minLength: 1, maxLength: 255, example: 'order-4711' },
};

/** The Swagger page sends the first one. */
function describeBody({ requestBody }: OpenApiOperation, { bodies }: OperationOptions): void {
  if (!bodies || !requestBody || '$ref' in requestBody) return;
  const examples = Object.fromEntries(
    Object.entries(bodies).map(([name, value]) => [name.replaceAll('_', ' '), { value }]),
  );
  for (const content of Object.values(requestBody.content)) Object.assign(content, { examples });
}

function describeAnswers(
  operation: OpenApiOperation,
  options: OperationOptions,
  names: Map<object, string>,
  headers: readonly HeaderName[],
): void {
  const answers = answersOf(options);
  if (answers.size > 0) operation.responses = {};
  for (const [status, answer] of answers) {
    const { name, schema, example } = answer;
    const ownExample = 'example' in schema && schema.example === example ? {} : { example };
    const content = { 'application/json': { schema: refTo(name), ...ownExample } };
    const description = descriptionOf(answer) ?? name;
    const response = { description, content };
    names.set(response, name);
    Object.assign(operation.responses, { [status]: response });
  }
  for (const response of Object.values(operation.responses)) {
    if (response && !('$ref' in response)) response.headers = { ...response.headers, ...headerRefs(headers) };
  }
}
