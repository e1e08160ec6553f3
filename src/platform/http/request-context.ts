import type { Request } from 'express';
import type { ErrorCode, FieldProblem } from '../kernel/domain-error';
import type { Answer } from './answer';
import type { Scope } from './scopes';

/** The authenticated key, its account and its scopes. */
export interface Principal {
  readonly keyId: string;
  readonly accountId: string;
  readonly scopes: ReadonlySet<string>;
  /** ISO 3166 codes of countries the account may call; null means all. */
  readonly countries: readonly string[] | null;
}

/** An Idempotency-Key and the fingerprint of its request's body. */
export interface IdempotencyKey {
  readonly key: string;
  readonly fingerprint: string;
}

/** Properties that the service adds to Express's request. */
export interface ServiceRequest extends Request {
  requestId: string;
  /** The route's template, such as /v1/calls/:id; logs and metrics never contain the path itself. */
  template?: string;
  operation?: OperationOptions;
  principal?: Principal;
  idempotency?: IdempotencyKey | null;
}

/** A route's declaration, from which both checks and OpenAPI document are made. */
export interface OperationOptions {
  /** The key needs one of these scopes; `public` needs no key. */
  readonly access: readonly [Scope, ...Scope[]] | 'public';
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** Accepts the Idempotency-Key header. */
  readonly idempotent?: boolean;
  /** Error codes beside those of every route. */
  readonly errors?: readonly ErrorCode[];
  /** Answers by status, or one with status 200. */
  readonly answer?: Answer | Readonly<Record<number, Answer>>;
  /** Named examples of the body; the first one succeeds when the Swagger page sends it with the demo key. */
  readonly bodies?: Readonly<Record<string, object>>;
  /** Answers have the resource's version as `ETag`. */
  readonly versioned?: boolean;
  /** Events that it causes to be sent to the `url` of its body, by type. */
  readonly events?: Readonly<Record<string, Answer>>;
  /** The body may be left out or empty, which means `{}`. */
  readonly optionalBody?: boolean;
  /**
   * Problems that concern more than one field, or headers; `body` is the request class before validation of its fields.
   */
  readonly moreProblems?: (request: ServiceRequest, body: unknown) => readonly FieldProblem[];
  /** Largest body in bytes; 1 MiB by default. */
  readonly bodyLimit?: number;
}
