import { DiscoveryService } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { openApiDocument } from '../../src/platform/openapi/document';
import type { Parameter, Schema } from './documented-operations';
import { discoverRoutes } from '../../src/platform/http/routes';

/** An answer as supertest has it. */
export interface ValidatedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';

interface DocumentedAnswer {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly schema?: object; readonly examples?: object }>>;
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, DocumentedAnswer>>;
}

interface Path {
  readonly template: string;
  readonly pattern: RegExp;
  readonly operations: Readonly<Partial<Record<Method, DocumentedOperation>>>;
}

/** The document as far as it is read here. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Path['operations']>>;
  readonly components: {
    readonly responses: Readonly<Record<string, DocumentedAnswer>>;
    readonly examples: Readonly<Record<string, unknown>>;
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

const ROOT = 'openapi';
const JSON_TYPE = 'application/json';

/** Statuses of paths and methods outside the document. */
const OUTSIDE: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  404: 'not_found',
  405: 'method_not_allowed',
};

/** The document of a service, as it is served. */
export function documentOf(app: NestExpressApplication): OpenApiDocument {
  const routes = discoverRoutes(app.get(DiscoveryService, { strict: false }), { api: true });
  // What is served went through JSON.
  return JSON.parse(JSON.stringify(openApiDocument(app, routes))) as OpenApiDocument;
}

/** The document of the routes that only the console's page uses. */
export function consoleDocumentOf(app: NestExpressApplication): OpenApiDocument {
  const routes = discoverRoutes(app.get(DiscoveryService, { strict: false }), { api: true });
  return JSON.parse(JSON.stringify(openApiDocument(app, routes, 'console'))) as OpenApiDocument;
}

/** Validators by the text of the document. */
const VALIDATORS = new Map<string, AnswerValidator>();

/**
 * Checks answers against the OpenAPI document: an unknown field, a missing one, an undocumented status or code or a
 * missing header is an error that names operation, status and place. Schemas are compiled when they are first needed.
 */
export class AnswerValidator {
  /** One for all services of the same document: this file is loaded once a worker, since schemas take long to compile. */
  static of(document: OpenApiDocument): AnswerValidator {
    const text = JSON.stringify(document);
    const known = VALIDATORS.get(text) ?? new AnswerValidator(document);
    VALIDATORS.set(text, known);
    return known;
  }

  readonly #ajv = addFormats(
    new Ajv2020({ strict: false, allErrors: true, validateSchema: false, logger: false }),
  );
  readonly #paths: readonly Path[];

  constructor(private readonly document: OpenApiDocument) {
    this.#ajv.addSchema(document, ROOT);
    this.#paths = Object.entries(document.paths)
      .map(([template, operations]) => ({
        template,
        operations,
        pattern: new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{[^{}]+\}/g, '[^/]+')}$`),
      }))
      // A path without parameters goes before one that they would match.
      .sort((a, b) => Number(a.template.includes('{')) - Number(b.template.includes('{')));
  }

  /** @throws Error when the answer is not one that the document describes */
  check(method: Method, path: string, answer: ValidatedAnswer): void {
    const problems = this.#problems(method, path.split(/[?#]/, 1)[0] ?? '', answer);
    if (problems.length === 0) return;
    const body = JSON.stringify(answer.body).slice(0, 2_000);
    throw new Error(`${problems.join('\n')}\nThe answer was ${answer.status} ${body}`);
  }

  #problems(method: Method, path: string, answer: ValidatedAnswer): string[] {
    const { status, headers, body } = answer;
    const known = this.#paths.find(({ pattern }) => pattern.test(path));
    const operation = known?.operations[method];
    const name = operation ? `${operation.operationId} (${method.toUpperCase()} ${known.template})` : path;
    const problem = (text: string) =>
      `${name} answered ${status}, and the OpenAPI document says otherwise: ${text}`;
    const { error } = (body ?? {}) as { error?: { code?: string; request_id?: string } };
    if (status >= 400 && error?.request_id !== headers['x-request-id'])
      return [problem('error.request_id is not the X-Request-Id')];
    if (!known || !operation) {
      return error?.code !== undefined && OUTSIDE[status] === error.code
        ? []
        : [problem('an unknown path or method is 404 or 405')];
    }
    const stated = operation.responses[status];
    if (!stated)
      return [problem(`it has no such status, it has ${Object.keys(operation.responses).join(', ')}`)];
    const pointer = stated.$ref?.slice(1) ?? this.#pointer(known.template, method, status);
    const { headers: statedHeaders = {}, content } = this.#resolved(stated);
    return [
      ...missingHeaders(Object.keys(statedHeaders), answer).map((header) => problem(`no header ${header}`)),
      ...(content?.[JSON_TYPE]?.schema ? this.#bodyProblems(pointer, body).map(problem) : []),
      ...codeProblems(status, content?.[JSON_TYPE]?.examples, error?.code).map(problem),
    ];
  }

  #resolved(stated: DocumentedAnswer): DocumentedAnswer {
    const name = stated.$ref?.split('/').at(-1);
    return name === undefined ? stated : (this.document.components.responses[name] ?? {});
  }

  #pointer(...parts: [template: string, method: string, status: number]): string {
    const [template, method, status] = parts;
    return `/paths/${escaped(template)}/${method}/responses/${status}`;
  }

  #bodyProblems(pointer: string, body: unknown): string[] {
    const validate = this.validator(`${pointer}/content/${escaped(JSON_TYPE)}/schema`);
    if (validate(body)) return [];
    return (validate.errors ?? []).map(({ instancePath, message = '', params }) => {
      const { additionalProperty, unevaluatedProperty, allowedValues } = params as Record<string, unknown>;
      const more = additionalProperty ?? unevaluatedProperty ?? allowedValues;
      return `${instancePath || 'the body'} ${message}${more === undefined ? '' : `: ${JSON.stringify(more)}`}`;
    });
  }

  /** Validates values by the schema at a place of the document. */
  validator(pointer: string): ValidateFunction {
    const validate = this.#ajv.getSchema(`${ROOT}#${pointer}`);
    if (!validate) throw new Error(`the document has no schema at ${pointer}`);
    return validate;
  }
}

/** An error has one of the codes of which the answer has examples. */
function codeProblems(status: number, examples: object = {}, code = ''): string[] {
  const codes = Object.keys(examples);
  return status < 400 || codes.includes(code) ? [] : [`/error/code must be one of ${codes.join(', ')}`];
}

/** Stated headers that are not there; those of the rate limit may be missing where it had not looked yet. */
function missingHeaders(stated: readonly string[], { status, headers }: ValidatedAnswer): string[] {
  return stated.filter((name) => {
    const early = status >= 400 && name.startsWith('RateLimit');
    return !early && headers[name.toLowerCase()] === undefined;
  });
}

/** A part of a JSON pointer inside a URI. */
export function escaped(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
