/**
 * What a context tells the others: something that has happened, by ids alone.
 *
 * It is written to the outbox in the transaction that made it true and reaches each handler at least once.
 * To add one: a line here, a handler (`@OnDomainEvent`), and the entity that raises it; a type that nobody
 * handles stops the start.
 */
interface DomainEvents {
  /** Calls were queued, or something that held an account's calls has changed: look for work. */
  'calls.waiting': { readonly accountId: string };
  /** The operator changed an account's policy: waiting calls are judged by it now. */
  'account.policy_changed': { readonly accountId: string };
  /** A number of the account is on the do-not-call list now: what waits for it can never be dialed. */
  'account.number_listed': { readonly accountId: string };
  /** A connected call hung up; its line is free and its talk waits for the analyst. */
  'call.ended': { readonly accountId: string; readonly callId: string };
  /** A human call ended with a recording that waits for the analyst. */
  'human_call.ended': { readonly accountId: string; readonly callId: string };
  /** Events wait for the account's webhook endpoint. */
  'webhook.events_made': { readonly accountId: string };
}

export type DomainEventType = keyof DomainEvents;

/** One event, as entities raise it and the outbox stores it. */
export type DomainEvent = {
  readonly [T in DomainEventType]: { readonly type: T; readonly payload: DomainEvents[T] };
}[DomainEventType];

/** Every type, for the check at the start. */
export const DOMAIN_EVENT_TYPES = Object.keys({
  'calls.waiting': true,
  'account.policy_changed': true,
  'account.number_listed': true,
  'call.ended': true,
  'human_call.ended': true,
  'webhook.events_made': true,
} satisfies Record<DomainEventType, true>) as DomainEventType[];
