import type { SipTimes } from './ports';

/**
 * The four transactions of RFC 3261 section 17, corrected by RFC 6026. A state's timers stop with it, unless the next
 * state has them.
 */
export type TimerName = 'A' | 'B' | 'D' | 'E' | 'F' | 'G' | 'H' | 'I' | 'J' | 'K' | 'L' | 'M';

export type TransactionEvent =
  | TimerName
  | '1xx'
  | '2xx'
  | '3xx+'
  | 'request'
  | 'ack'
  /** The message could not be sent, or its connection closed. */
  | 'error';

export type TransactionAction = 'send' | 'ack' | 'pass' | 'timeout' | 'failed';

interface Step {
  readonly to?: string;
  readonly do?: readonly TransactionAction[];
}

interface State {
  readonly timers?: readonly TimerName[];
  readonly on: Readonly<Partial<Record<TransactionEvent, Step>>>;
}

export interface TransactionTable {
  readonly initial: string;
  readonly begin: readonly TransactionAction[];
  readonly states: Readonly<Record<string, State>>;
}

export const TERMINATED = 'terminated';
const END: Step = { to: TERMINATED };

export const INVITE_CLIENT: TransactionTable = {
  initial: 'calling',
  begin: ['send'],
  states: {
    calling: {
      timers: ['A', 'B'],
      on: {
        A: { do: ['send'] },
        B: { to: TERMINATED, do: ['timeout'] },
        '1xx': { to: 'proceeding', do: ['pass'] },
        '2xx': { to: 'accepted', do: ['pass'] },
        '3xx+': { to: 'completed', do: ['ack', 'pass'] },
        error: { to: TERMINATED, do: ['failed'] },
      },
    },
    // No error: the far side may open a connection for its response (RFC 3261 section 18.2.2).
    proceeding: {
      on: {
        '1xx': { do: ['pass'] },
        '2xx': { to: 'accepted', do: ['pass'] },
        '3xx+': { to: 'completed', do: ['ack', 'pass'] },
      },
    },
    completed: { timers: ['D'], on: { '3xx+': { do: ['ack'] }, D: END, error: END } },
    accepted: { timers: ['M'], on: { '2xx': { do: ['pass'] }, M: END } },
    terminated: { on: {} },
  },
};

export const NON_INVITE_CLIENT: TransactionTable = {
  initial: 'trying',
  begin: ['send'],
  states: {
    trying: {
      timers: ['E', 'F'],
      on: {
        E: { do: ['send'] },
        F: { to: TERMINATED, do: ['timeout'] },
        '1xx': { to: 'proceeding', do: ['pass'] },
        '2xx': { to: 'completed', do: ['pass'] },
        '3xx+': { to: 'completed', do: ['pass'] },
        error: { to: TERMINATED, do: ['failed'] },
      },
    },
    proceeding: {
      timers: ['E', 'F'],
      on: {
        E: { do: ['send'] },
        F: { to: TERMINATED, do: ['timeout'] },
        '1xx': { do: ['pass'] },
        '2xx': { to: 'completed', do: ['pass'] },
        '3xx+': { to: 'completed', do: ['pass'] },
      },
    },
    completed: { timers: ['K'], on: { K: END } },
    terminated: { on: {} },
  },
};

export const INVITE_SERVER: TransactionTable = {
  initial: 'proceeding',
  begin: [],
  states: {
    proceeding: {
      on: {
        request: { do: ['send'] },
        '1xx': { do: ['send'] },
        '2xx': { to: 'accepted', do: ['send'] },
        '3xx+': { to: 'completed', do: ['send'] },
      },
    },
    completed: {
      timers: ['G', 'H'],
      on: {
        request: { do: ['send'] },
        G: { do: ['send'] },
        ack: { to: 'confirmed' },
        H: { to: TERMINATED, do: ['timeout'] },
        error: { to: TERMINATED, do: ['failed'] },
      },
    },
    confirmed: { timers: ['I'], on: { I: END } },
    // The user repeats its 2xx until the ACK; a repeated INVITE is a retransmission.
    accepted: { timers: ['L'], on: { '2xx': { do: ['send'] }, ack: { do: ['pass'] }, L: END } },
    terminated: { on: {} },
  },
};

export const NON_INVITE_SERVER: TransactionTable = {
  initial: 'trying',
  begin: [],
  states: {
    trying: {
      on: {
        '1xx': { to: 'proceeding', do: ['send'] },
        '2xx': { to: 'completed', do: ['send'] },
        '3xx+': { to: 'completed', do: ['send'] },
      },
    },
    proceeding: {
      on: {
        request: { do: ['send'] },
        '1xx': { do: ['send'] },
        '2xx': { to: 'completed', do: ['send'] },
        '3xx+': { to: 'completed', do: ['send'] },
      },
    },
    completed: { timers: ['J'], on: { request: { do: ['send'] }, J: END, error: { to: TERMINATED } } },
    terminated: { on: {} },
  },
};

export interface TimerRule {
  readonly first: (times: SipTimes, reliable: boolean) => number;
  readonly next?: (last: number, times: SipTimes, state: string) => number;
  readonly unreliableOnly?: true;
}

const whole: TimerRule = { first: ({ t1 }) => 64 * t1 };
/** Waits for retransmissions, which reliable transports do not have. */
const linger = (time: (times: SipTimes) => number): TimerRule => ({
  first: (times, reliable) => (reliable ? 0 : time(times)),
});

/** RFC 3261 table 4, RFC 6026 section 8.1. D is 32 s with the usual T1. */
export const TIMER_RULES: Readonly<Record<TimerName, TimerRule>> = {
  A: { first: ({ t1 }) => t1, next: (last) => 2 * last, unreliableOnly: true },
  B: whole,
  D: linger(({ t1 }) => 64 * t1),
  E: {
    first: ({ t1 }) => t1,
    next: (last, { t2 }, state) => (state === 'proceeding' ? t2 : Math.min(2 * last, t2)),
    unreliableOnly: true,
  },
  F: whole,
  G: { first: ({ t1 }) => t1, next: (last, { t2 }) => Math.min(2 * last, t2), unreliableOnly: true },
  H: whole,
  I: linger(({ t4 }) => t4),
  J: linger(({ t1 }) => 64 * t1),
  K: linger(({ t4 }) => t4),
  L: whole,
  M: whole,
};
