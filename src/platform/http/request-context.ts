import type { Type } from '@nestjs/common';
import type { Request } from 'express';
import type { ErrorCode, FieldProblem } from '../kernel/domain-error';
import type { Answer } from './answers/answer';
import type { OperationLimit } from './rate-limit/operation-limit';
import type { RateDecision } from './rate-limit/sliding-log';
import type { SessionScope } from './scopes';

export interface SignedIn {
  readonly id: string;
  readonly memberId: string | null;
  readonly name: string;
  readonly email: string;
  /** Until then no password is required again. */
  readonly confirmedUntil: Date;
}

/** The sender of a request: an API key or a session. */
export interface Principal {
  readonly id: string;
  readonly kind: 'key' | 'session';
  readonly name: string;
  /** `null`: the request concerns no account. */
  readonly accountId: string | null;
  readonly scopes: ReadonlySet<string>;
  /** ISO 3166 codes. `null`: all. */
  readonly countries: readonly string[] | null;
  readonly login: SignedIn | null;
}

export type AccountPrincipal = Principal & { readonly accountId: string };

/**
 * Holders of one of these scopes, everybody signed in, everybody (`anonymous`), everybody without any check
 * (`public`).
 */
type Access = readonly [SessionScope, ...SessionScope[]] | 'signed_in' | 'anonymous' | 'public';

export interface IdempotencyKey {
  readonly key: string;
  readonly fingerprint: string;
}

export interface ServiceRequest extends Request {
  requestId: string;
  /** `false`: a key authenticates the request. */
  bySession?: boolean;
  /** The path's template, such as /v1/calls/:id; logs and metrics never contain the path itself. */
  template?: string;
  operation?: OperationOptions;
  /** The decoded path parameters: Express calls them `params`, and clears them before each middleware. */
  parameters?: Record<string, string>;
  principal?: Principal;
  /** The request was counted before its sender was identified. */
  count?: { readonly senderId: string; readonly decision: Promise<RateDecision> };
  idempotency?: IdempotencyKey | null;
  /** Each frees a slot that a large body occupies. */
  slots?: (() => void)[];
  /** Runs before what a handler returned is sent; fails the request when it rejects. */
  beforeReply?: (answer: unknown) => Promise<void>;
}

/** @param find returns a provider @param known problems of single fields of the body */
export type LateProblems = (
  find: <T>(type: Type<T>) => T,
  request: ServiceRequest,
  known: readonly FieldProblem[],
) => Promise<readonly FieldProblem[]>;

/** Checks and the OpenAPI document derive from it. */
export interface OperationOptions {
  readonly access: Access;
  /** Fields of the body that need another scope, beside `access`. */
  readonly fieldScopes?: Readonly<Record<string, SessionScope>>;
  readonly limits?: readonly OperationLimit[];
  /** The session must be confirmed in the last hours: the operation changes keys, the webhook or members. */
  readonly confirmed?: boolean;
  /** The account is in `?account=`, for routes that browsers open by address; else in X-Account. */
  readonly accountInQuery?: boolean;
  /** `false`: the operation changes nothing, and the audit log omits it. */
  readonly audited?: boolean;
  /** The handler reads the body itself, and validates it. */
  readonly readsBody?: boolean;
  /** A link for people: programs on its way may have added parameters. */
  readonly isLink?: boolean;
  /** 401 has `WWW-Authenticate: Bearer`. */
  readonly bearer?: boolean;
  /** A WebSocket: its handler accepts `upgradeOf` the request. */
  readonly socket?: boolean;
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly idempotent?: boolean;
  readonly errors?: readonly ErrorCode[];
  readonly answer?: Answer | Readonly<Record<number, Answer>>;
  /** The first one succeeds when the Swagger page sends it with the demo key. */
  readonly bodies?: Readonly<Record<string, object>>;
  readonly versioned?: boolean;
  /** Sent to the `url` of the body, by type. */
  readonly events?: Readonly<Record<string, Answer>>;
  /** No body means `{}`. */
  readonly optionalBody?: boolean;
  /** Problems of several fields, or of headers; `body` is not validated yet. */
  readonly moreProblems?: (request: ServiceRequest, body: unknown) => readonly FieldProblem[];
  /** Problems that otherwise only the handler finds: searched when the request is refused anyway. */
  readonly lateProblems?: LateProblems;
  /** In bytes; 1 MiB by default. */
  readonly bodyLimit?: number;
  /** The array whose rows the handler validates one by one. */
  readonly rowsField?: string;
}
