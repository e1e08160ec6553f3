import type { Request } from 'express';
import type { ErrorCode, FieldProblem } from '../kernel/domain-error';
import type { Answer } from './answer';
import type { Scope } from './scopes';

/** Who asks: the key, its account and its scopes. */
export interface Principal {
  readonly keyId: string;
  readonly accountId: string;
  readonly scopes: ReadonlySet<string>;
  /** ISO 3166 codes of the countries that the account may call; null for all. */
  readonly countries: readonly string[] | null;
}

/** An Idempotency-Key with the fingerprint of the body that came with it. */
export interface IdempotencyKey {
  readonly key: string;
  readonly fingerprint: string;
}

/** What the service adds to Express's request. */
export interface ServiceRequest extends Request {
  requestId: string;
  /** The route's template, such as /v1/calls/:id; logs and metrics never show the path itself. */
  template?: string;
  operation?: OperationOptions;
  principal?: Principal;
  idempotency?: IdempotencyKey | null;
}

/** What a route declares of itself; the checks and the OpenAPI document are both made from it. */
export interface OperationOptions {
  /** Scopes of which the key needs one, or `public` for a route that asks for no key. */
  readonly access: readonly [Scope, ...Scope[]] | 'public';
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** The Idempotency-Key header is honoured. */
  readonly idempotent?: boolean;
  /** The codes it can answer with, beside those that every route has. */
  readonly errors?: readonly ErrorCode[];
  /** What it answers with: by status, or one with status 200. */
  readonly answer?: Answer | Readonly<Record<number, Answer>>;
  /** Examples of its body by name; the first one succeeds when the Swagger page sends it with the demo key. */
  readonly bodies?: Readonly<Record<string, object>>;
  /** Its answers have the resource's version as `ETag`. */
  readonly versioned?: boolean;
  /** By type, the events that it makes the service send to the `url` of its body. */
  readonly events?: Readonly<Record<string, Answer>>;
  /** The body may be left out (or be empty): then it is as `{}`. */
  readonly optionalBody?: boolean;
  /** Problems that no single field shows, such as those of headers; `body` is the request class, its fields unjudged. */
  readonly moreProblems?: (request: ServiceRequest, body: unknown) => readonly FieldProblem[];
  /** Largest body in bytes; 1 MiB when left out. */
  readonly bodyLimit?: number;
}
