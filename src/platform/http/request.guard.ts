import { type CanActivate, type ExecutionContext, Injectable, type Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Response } from 'express';
import {
  DomainError,
  type FieldProblem,
  invalidRequest,
  MAX_PROBLEMS,
  shownField,
} from '../kernel/domain-error';
import { codePointLength } from '../kernel/text';
import { isObject, own } from '../kernel/own';
import { Clock } from '../clock';
import { countryProblems } from './fields/countries';
import { fieldClock } from './fields/fields';
import { fingerprint } from './fingerprint';
import { BODY_LIMIT, readBody } from './body/json-body';
import { TOO_MUCH } from './body/json-parts';
import { callHandler, type Inputs, inputsOf } from './handler-parameters';
import { lacksScope } from './operation';
import { PageQuery } from './fields/page.request';
import { checkedQuery, refuseQuery } from './fields/checked-query';
import type { ServiceRequest } from './request-context';
import type { RequestClass } from './fields/field-registry';
import { checkFields } from './fields/validate';

interface Read {
  readonly query: object;
  readonly problems: FieldProblem[];
  /** The problems of single fields of the body. */
  readonly ofBody: readonly FieldProblem[];
}

const NO_BODY = { value: {}, cutFields: [], digest: null };

/**
 * Validates content type, JSON syntax, then all fields together; a pipe sees one parameter. No interceptor: one makes Nest
 * wrap each handler in some ten Observables.
 */
@Injectable()
export class RequestGuard implements CanActivate {
  readonly #inputs = new WeakMap<object, Inputs>();

  constructor(
    clock: Clock,
    private readonly modules: ModuleRef,
  ) {
    fieldClock.nowMs = () => clock.nowMs();
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    const { access, socket, readsBody, isLink } = request.operation ?? {};
    if (access === 'public' && !isLink) refuseQuery(request.originalUrl);
    if (access === 'public' || socket || readsBody) return true;
    const response = context.switchToHttp().getResponse<Response>();
    const { problems, query, ofBody } = await this.#read(request, response, this.#inputsOf(context));
    if (problems.length === 0) return true;
    addNew(problems, await this.#lateProblems(request, ofBody));
    throw invalidRequest([...problems, ...(await this.#cursorProblems(context, query, problems))]);
  }

  async #read(request: ServiceRequest, response: Response, inputs: Inputs): Promise<Read> {
    const body = await this.#body(request, response, inputs.body);
    const query = checkedQuery(inputs.query, request.originalUrl);
    const problems: FieldProblem[] = [...idempotencyProblems(request), ...query.problems, ...body.problems];
    addNew(problems, request.operation?.moreProblems?.(request, body.value) ?? []);
    setQuery(request, query.value);
    request.body = body.value;
    const key = request.headers['idempotency-key'];
    request.idempotency =
      request.operation?.idempotent && typeof key === 'string' && problems.length === 0
        ? { key, fingerprint: await fingerprint(body.raw, body.digest) }
        : null;
    return { problems, query: query.value, ofBody: body.problems };
  }

  async #lateProblems(
    request: ServiceRequest,
    known: readonly FieldProblem[],
  ): Promise<readonly FieldProblem[]> {
    const find = <T>(type: Type<T>): T => this.modules.get(type, { strict: false });
    return (await request.operation?.lateProblems?.(find, request, known)) ?? [];
  }

  async #body(request: ServiceRequest, response: Response, type: RequestClass | null) {
    const limit = request.operation?.bodyLimit ?? BODY_LIMIT;
    const need = type === null ? 'none' : request.operation?.optionalBody ? 'optional' : 'required';
    const read = await readBody(request, response, { limit, need });
    // An unreadable body is reported alone: content type and syntax come before fields (R95).
    if (read.kind === 'problem') throw invalidRequest(read.problems);
    const { value: raw, cutFields, digest } = read.kind === 'none' ? NO_BODY : read;
    if (!isObject(raw)) {
      throw invalidRequest([{ field: 'body', message: 'must be a JSON object' }]);
    }
    if (type === null)
      return {
        raw: {},
        value: undefined,
        problems: Object.keys(raw).slice(0, MAX_PROBLEMS).map(noField),
        digest,
      };
    assertFieldScopes(request, raw);
    const checked = checkFields(type, raw);
    const { value } = checked;
    const countries = request.principal?.countries ?? null;
    const problems = [...checked.problems, ...countryProblems(type, value, countries, checked.problems)];
    // The omitted part may be all that was wrong.
    if (problems.length === 0) problems.push(...cutProblems(cutFields, request.operation?.rowsField));
    return { raw, value, problems, digest };
  }

  #inputsOf(context: ExecutionContext): Inputs {
    const handler = context.getHandler();
    const known = this.#inputs.get(handler);
    if (known) return known;
    const inputs = inputsOf(context);
    this.#inputs.set(handler, inputs);
    return inputs;
  }

  /** Only the list can validate `starting_after`: beside other problems it is read with that cursor alone. */
  async #cursorProblems(
    context: ExecutionContext,
    query: object,
    problems: readonly FieldProblem[],
  ): Promise<FieldProblem[]> {
    const { starting_after: cursor } = query as Partial<PageQuery>;
    if (cursor === undefined) return [];
    if (problems.some(({ field }) => field === 'query.starting_after')) return [];
    const page = { limit: '1', starting_after: cursor };
    setQuery(context.switchToHttp().getRequest<ServiceRequest>(), checkFields(PageQuery, page).value);
    try {
      await callHandler(context, this.modules.get<object>(context.getClass(), { strict: false }));
      return [];
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'invalid_request') throw error;
      return (error.details as { errors: FieldProblem[] }).errors;
    }
  }
}

/** Express 5 defines `query` as a getter of the prototype; handlers get the validated one. */
function setQuery(request: ServiceRequest, query: object): void {
  Object.defineProperty(request, 'query', { value: query, configurable: true });
}

/** Each field has its first problem alone. */
function addNew(problems: FieldProblem[], more: readonly FieldProblem[]): void {
  for (const problem of more) {
    if (!problems.some(({ field }) => field === problem.field)) problems.push(problem);
  }
}

function cutProblems(cutFields: readonly string[], rowsField: string | undefined): FieldProblem[] {
  return cutFields
    .filter((field) => field !== rowsField)
    .slice(0, MAX_PROBLEMS)
    .map((field) => ({ field: shownField(field), message: TOO_MUCH }));
}

/** @throws DomainError insufficient_scope for a field that the sender may not use */
function assertFieldScopes({ operation, principal }: ServiceRequest, body: object): void {
  for (const [name, scope] of Object.entries(operation?.fieldScopes ?? {})) {
    const isSent = (own(body as Record<string, unknown>, name) ?? null) !== null;
    if (isSent && !principal?.scopes.has(scope)) throw lacksScope(scope, principal);
  }
}

function noField(name: string): FieldProblem {
  return { field: shownField(name), message: 'is not a known field: this operation takes none' };
}

function idempotencyProblems(request: ServiceRequest): FieldProblem[] {
  if (!request.operation?.idempotent) return [];
  const values = request.headersDistinct['idempotency-key'];
  if (values === undefined) return [];
  const field = 'headers.Idempotency-Key';
  if (values.length > 1) return [{ field, message: 'must be sent once' }];
  const length = codePointLength(values[0] ?? '');
  return length >= 1 && length <= 255 ? [] : [{ field, message: 'must have 1 to 255 characters' }];
}
