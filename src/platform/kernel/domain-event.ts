/**
 * Domain events carry ids only and reach each handler at least once. A new one needs a line here, a handler
 * (`@HandlesEvent`), and the entity that raises it; without a handler the start fails.
 */
interface DomainEvents {
  /** Calls were queued, or a reason for an account's calls to wait has changed. */
  'calls.waiting': { readonly accountId: string };
  /** The operator changed an account's policy (R26). */
  'account.policy_changed': { readonly accountId: string };
  /** A number was put on the account's do-not-call list (R27). */
  'account.number_listed': { readonly accountId: string };
  /** A connected call ended; its line is free and its talk waits for analysis. */
  'call.ended': { readonly accountId: string; readonly callId: string };
  /** A human call ended with a recording that waits for analysis. */
  'human_call.ended': { readonly accountId: string; readonly callId: string };
  /** Events are due for the account's webhook endpoint. */
  'webhook.events_made': { readonly accountId: string };
}

export type DomainEventType = keyof DomainEvents;

export type DomainEvent = {
  readonly [T in DomainEventType]: { readonly type: T; readonly payload: DomainEvents[T] };
}[DomainEventType];

export const DOMAIN_EVENT_TYPES = Object.keys({
  'calls.waiting': true,
  'account.policy_changed': true,
  'account.number_listed': true,
  'call.ended': true,
  'human_call.ended': true,
  'webhook.events_made': true,
} satisfies Record<DomainEventType, true>) as DomainEventType[];
