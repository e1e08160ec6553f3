import type { Scope } from '../../platform/http/scopes';
import type { Caller } from '../domain/api';
import type { Json } from '../domain/fitted';

/** An argument that no operation's schema has. */
export interface OwnArgument {
  readonly type: 'string' | 'integer' | 'boolean';
  readonly description: string;
  readonly required?: true;
}

export interface ToolRow {
  readonly name: string;
  readonly title: string;
  /** When to use it, and what it costs. */
  readonly description: string;
  /** A key with none of them does not see the tool. */
  readonly scopes: readonly Scope[];
  /** The operation whose body or query the arguments are. */
  readonly operation?: string;
  /** Beside those of the operation. */
  readonly own?: Readonly<Record<string, OwnArgument>>;
  /** Arguments of the operation that the tool does not offer. */
  readonly without?: readonly string[];
  /** Entries that a list of the operation may have here. */
  readonly maxItems?: Readonly<Record<string, number>>;
  /** The result has text of people: it is marked as data. */
  readonly hasPersonalText?: true;
  /** Absent for tools that only read. */
  readonly acts?: Action;
  readonly run: (caller: Caller, args: Json) => Promise<Json>;
}

export interface Action {
  readonly isDestructive?: true;
  readonly isIdempotent?: true;
  /** Calls people. */
  readonly isOpenWorld?: true;
  /** What would happen, for approval. null: no confirmation is needed. @throws Refusal as the API would refuse */
  readonly preview: ((caller: Caller, args: Json) => Promise<Json | null>) | null;
}

/** The argument under which a confirmation is sent back. */
export const CONFIRMATION = 'confirmation';
/** Names the Idempotency-Key of an action for `run`. */
export const KEY = Symbol('idempotency key');

export type ActionArguments = Json & { readonly [KEY]?: string };

const CONTACT = {
  contact_name: { type: 'string', description: "The contact's name." },
  contact_email: { type: 'string', description: "The contact's e-mail address." },
  external_id: { type: 'string', description: "The caller's own record id of the contact." },
} as const;
export const FLAT_CONTACT: Readonly<Record<string, OwnArgument>> = CONTACT;

/** The body of a request, with the contact as the API has it. */
export function withContact(args: Json): Json {
  const { contact_name: name, contact_email: email, external_id: externalId, ...rest } = args;
  const contact = { name, email, external_id: externalId };
  const isThere = Object.values(contact).some((value) => value !== undefined);
  return isThere ? { ...rest, contact } : rest;
}

export function keyOf(args: ActionArguments): { readonly idempotencyKey?: string } {
  const key = args[KEY];
  return key === undefined ? {} : { idempotencyKey: key };
}
