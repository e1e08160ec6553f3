import type { Request } from 'express';
import type { ErrorCode, FieldProblem } from '../kernel/domain-error';
import type { Answer } from './answers/answer';
import type { OperationLimit } from './rate-limit/operation-limit';
import type { SessionScope } from './scopes';

/** A signed-in person, as their session shows them. */
export interface SignedIn {
  /** Of the login. */
  readonly id: string;
  /** Of the membership in the account of the request; null where the request concerns no account. */
  readonly memberId: string | null;
  readonly name: string;
  readonly email: string;
  /** Until then no password is required again. */
  readonly confirmedUntil: Date;
}

/** The sender of a request: an API key or a session, with the account and its permissions there. */
export interface Principal {
  /** Of the key or of the session. */
  readonly id: string;
  readonly kind: 'key' | 'session';
  /** Of the key or of the person. */
  readonly name: string;
  /** null where the request concerns no account. */
  readonly accountId: string | null;
  readonly scopes: ReadonlySet<string>;
  /** ISO 3166 codes of countries the account may call; null means all. */
  readonly countries: readonly string[] | null;
  /** null for a key. */
  readonly login: SignedIn | null;
}

export type AccountPrincipal = Principal & { readonly accountId: string };

/**
 * Who may use an operation: holders of one of these scopes, everybody signed in, everybody (`anonymous`, with all other
 * checks), or everybody without any check (`public`).
 */
type Access = readonly [SessionScope, ...SessionScope[]] | 'signed_in' | 'anonymous' | 'public';

/** An Idempotency-Key and the fingerprint of its request's body. */
export interface IdempotencyKey {
  readonly key: string;
  readonly fingerprint: string;
}

/** Properties that the service adds to Express's request. */
export interface ServiceRequest extends Request {
  requestId: string;
  /** Whether a session authenticates the request; else a key does. */
  bySession?: boolean;
  /** The route's template, such as /v1/calls/:id; logs and metrics never contain the path itself. */
  template?: string;
  operation?: OperationOptions;
  principal?: Principal;
  idempotency?: IdempotencyKey | null;
}

/** A route's declaration, from which both checks and OpenAPI document are made. */
export interface OperationOptions {
  readonly access: Access;
  /** Fields of the body that need a scope of their own, beside `access`. */
  readonly fieldScopes?: Readonly<Record<string, SessionScope>>;
  /** Bounds of its own, beside that of the key or session. */
  readonly limits?: readonly OperationLimit[];
  /** A session needs a sign-in or confirmation of the last hours: it changes keys, the webhook or members. */
  readonly confirmed?: boolean;
  /** A session names the account by `?account=`, for routes that browsers open by address; else by X-Account. */
  readonly accountInQuery?: boolean;
  /** false: it changes nothing, whatever its method; the audit log leaves it out. */
  readonly audited?: boolean;
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
  /** Problems of more than one field, or of headers; `body` is the request class before validation of its fields. */
  readonly moreProblems?: (request: ServiceRequest, body: unknown) => readonly FieldProblem[];
  /** Largest body in bytes; 1 MiB by default. */
  readonly bodyLimit?: number;
  /** The array whose rows the handler validates one by one, each with a fate of its own. */
  readonly rowsField?: string;
}
