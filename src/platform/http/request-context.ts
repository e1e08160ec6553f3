import type { Request } from 'express';
import type { FieldProblem } from '../kernel/domain-error';
import type { OperationOptions } from './operation';

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
  /** Problems that are found before the body is looked at. */
  problems?: FieldProblem[];
}
