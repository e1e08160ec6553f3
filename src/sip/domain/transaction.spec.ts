import { VirtualClock } from '../../../test/phone/harness/virtual-clock';
import { RFC_TIMES } from './ports';
import { Transaction } from './transaction';
import {
  INVITE_CLIENT,
  INVITE_SERVER,
  NON_INVITE_CLIENT,
  NON_INVITE_SERVER,
  TERMINATED,
  TIMER_RULES,
  type TimerName,
  type TransactionEvent,
  type TransactionTable,
} from './transaction-tables';

const TABLES = { INVITE_CLIENT, NON_INVITE_CLIENT, INVITE_SERVER, NON_INVITE_SERVER };
const EVENTS: TransactionEvent[] = ['1xx', '2xx', '3xx+', 'request', 'ack', 'error'];

class Machine {
  readonly clock = new VirtualClock();
  readonly done: { at: number; action: string }[] = [];
  ended = 0;
  readonly transaction: Transaction;

  constructor(table: TransactionTable, reliable: boolean) {
    this.transaction = new Transaction(
      table,
      { times: RFC_TIMES, timers: this.clock, reliable },
      (action) => this.done.push({ at: this.clock.now(), action }),
      () => this.ended++,
    );
    this.transaction.begin();
  }

  at(action: string): number[] {
    return this.done.filter((own) => own.action === action).map(({ at }) => at);
  }
}

/** The shortest way to each state by events that are no timers, and a timer where there is no other. */
function waysTo(table: TransactionTable): Map<string, TransactionEvent[]> {
  const ways = new Map<string, TransactionEvent[]>([[table.initial, []]]);
  for (const [state, way] of ways) {
    for (const [event, step] of Object.entries(table.states[state]?.on ?? {})) {
      if (step.to !== undefined && !ways.has(step.to)) {
        ways.set(step.to, [...way, event as TransactionEvent]);
      }
    }
  }
  return ways;
}

const isTimer = (event: TransactionEvent): event is TimerName => event in TIMER_RULES;

/** Every state of every table with every event, over both kinds of transport. */
const CASES = Object.entries(TABLES).flatMap(([name, table]) =>
  [...waysTo(table)].flatMap(([state, way]) =>
    [...EVENTS, ...(table.states[state]?.timers ?? [])].flatMap((event) =>
      [false, true].map((reliable) => ({ name, table, state, way, event, reliable })),
    ),
  ),
);

function drive(machine: Machine, event: TransactionEvent, reliable: boolean): boolean {
  if (!isTimer(event)) return machine.transaction.handle(event);
  const rule = TIMER_RULES[event];
  if (rule.unreliableOnly && reliable) return false;
  const before = machine.done.length;
  const state = machine.transaction.state;
  machine.clock.advance(rule.first(RFC_TIMES, reliable));
  return machine.done.length > before || machine.transaction.state !== state;
}

test.each(CASES)(
  '$name in $state handles $event (reliable: $reliable)',
  ({ table, state, way, event, reliable }) => {
    const machine = new Machine(table, reliable);
    for (const before of way) drive(machine, before, reliable);
    expect(machine.transaction.state).toBe(state);
    const step = table.states[state]?.on[event];
    const from = machine.done.length;

    const taken = drive(machine, event, reliable);

    if (step === undefined) {
      expect(taken).toBe(false);
      expect(machine.transaction.state).toBe(state);
      return;
    }
    if (isTimer(event) && TIMER_RULES[event].unreliableOnly && reliable) {
      expect(taken).toBe(false);
      return;
    }
    expect(machine.transaction.state).toBe(step.to ?? state);
    const actions = machine.done.slice(from).map(({ action }) => action);
    for (const action of step.do ?? []) expect(actions).toContain(action);
    expect(machine.ended).toBe(step.to === TERMINATED || state === TERMINATED ? 1 : 0);
    if (machine.transaction.state === TERMINATED) expect(machine.clock.running).toBe(0);
  },
);

test.each(CASES.filter(({ state }) => state !== TERMINATED))(
  '$name in $state ends by itself or waits for its user (reliable: $reliable)',
  ({ table, way, reliable }) => {
    const machine = new Machine(table, reliable);
    for (const before of way) drive(machine, before, reliable);
    machine.clock.advance(64 * RFC_TIMES.t1 + RFC_TIMES.t4);
    const { state } = machine.transaction;
    const waiting = Object.keys(table.states[state]?.on ?? {}).some((event) => event in TIMER_RULES);
    expect(waiting).toBe(false);
    expect(machine.clock.running).toBe(0);
  },
);

describe('timers of RFC 3261', () => {
  const seconds = (list: number[]): number[] => list.map((ms) => ms / 1_000);

  test('send an INVITE over UDP seven times, each pause twice the last, and give up after 32 s', () => {
    const machine = new Machine(INVITE_CLIENT, false);
    machine.clock.advance(60_000);
    expect(seconds(machine.at('send'))).toEqual([0, 0.5, 1.5, 3.5, 7.5, 15.5, 31.5]);
    expect(seconds(machine.at('timeout'))).toEqual([32]);
  });

  test('send an INVITE over TCP once', () => {
    const machine = new Machine(INVITE_CLIENT, true);
    machine.clock.advance(60_000);
    expect(machine.at('send')).toEqual([0]);
    expect(seconds(machine.at('timeout'))).toEqual([32]);
  });

  test('repeat no INVITE with a provisional response, and wait for as long as it rings', () => {
    const machine = new Machine(INVITE_CLIENT, false);
    machine.clock.advance(700);
    machine.transaction.handle('1xx');
    machine.clock.advance(600_000);
    expect(seconds(machine.at('send'))).toEqual([0, 0.5]);
    expect(machine.transaction.state).toBe('proceeding');
    expect(machine.ended).toBe(0);
  });

  test('double the pauses of another request over UDP up to 4 s', () => {
    const machine = new Machine(NON_INVITE_CLIENT, false);
    machine.clock.advance(60_000);
    expect(seconds(machine.at('send'))).toEqual([0, 0.5, 1.5, 3.5, 7.5, 11.5, 15.5, 19.5, 23.5, 27.5, 31.5]);
    expect(seconds(machine.at('timeout'))).toEqual([32]);
  });

  test('repeat a request each 4 s after a provisional response, and end after 32 s in all', () => {
    const machine = new Machine(NON_INVITE_CLIENT, false);
    machine.clock.advance(600);
    machine.transaction.handle('1xx');
    machine.clock.advance(60_000);
    expect(seconds(machine.at('send'))).toEqual([0, 0.5, 1.5, 5.5, 9.5, 13.5, 17.5, 21.5, 25.5, 29.5]);
    expect(seconds(machine.at('timeout'))).toEqual([32]);
  });

  test('repeat a refusal of an INVITE over UDP until its ACK, for 32 s at most', () => {
    const silent = new Machine(INVITE_SERVER, false);
    silent.transaction.handle('3xx+');
    silent.clock.advance(60_000);
    expect(seconds(silent.at('send'))).toEqual([0, 0.5, 1.5, 3.5, 7.5, 11.5, 15.5, 19.5, 23.5, 27.5, 31.5]);
    expect(seconds(silent.at('timeout'))).toEqual([32]);

    const acknowledged = new Machine(INVITE_SERVER, false);
    acknowledged.transaction.handle('3xx+');
    acknowledged.clock.advance(600);
    acknowledged.transaction.handle('ack');
    acknowledged.clock.advance(60_000);
    expect(seconds(acknowledged.at('send'))).toEqual([0, 0.5]);
    expect(acknowledged.at('timeout')).toEqual([]);
    expect(acknowledged.ended).toBe(1);
  });

  test.each([
    [INVITE_CLIENT, ['3xx+'], 32_000, 0],
    [INVITE_CLIENT, ['2xx'], 32_000, 32_000],
    [NON_INVITE_CLIENT, ['2xx'], 5_000, 0],
    [INVITE_SERVER, ['2xx'], 32_000, 32_000],
    [INVITE_SERVER, ['3xx+', 'ack'], 5_000, 0],
    [NON_INVITE_SERVER, ['2xx'], 32_000, 0],
  ] as const)('let a transaction linger: %#', (table, events, unreliableMs, reliableMs) => {
    for (const [reliable, ms] of [
      [false, unreliableMs],
      [true, reliableMs],
    ] as const) {
      const machine = new Machine(table, reliable);
      for (const event of events) machine.transaction.handle(event);
      if (ms > 0) {
        machine.clock.advance(ms - 1);
        expect(machine.ended).toBe(0);
        machine.clock.advance(1);
      } else machine.clock.advance(0);
      expect(machine.ended).toBe(1);
    }
  });

  test('pass each further 2xx of an INVITE to the user, and send only an ACK for each refusal', () => {
    const answered = new Machine(INVITE_CLIENT, false);
    for (let again = 0; again < 3; again++) answered.transaction.handle('2xx');
    expect(answered.at('pass')).toHaveLength(3);
    const refused = new Machine(INVITE_CLIENT, false);
    for (let again = 0; again < 3; again++) refused.transaction.handle('3xx+');
    expect(refused.at('pass')).toHaveLength(1);
    expect(refused.at('ack')).toHaveLength(3);
  });

  test('end a request at once when its connection breaks, but not one that rings', () => {
    const calling = new Machine(INVITE_CLIENT, true);
    calling.transaction.handle('error');
    expect(calling.at('failed')).toEqual([0]);
    const ringing = new Machine(INVITE_CLIENT, true);
    ringing.transaction.handle('1xx');
    expect(ringing.transaction.handle('error')).toBe(false);
    expect(ringing.ended).toBe(0);
  });

  test('ignore events after the end', () => {
    for (const table of Object.values(TABLES)) {
      for (const event of EVENTS) {
        const machine = new Machine(table, false);
        machine.transaction.abandon();
        const before = machine.done.length;
        expect(machine.transaction.handle(event)).toBe(false);
        expect(machine.done).toHaveLength(before);
        expect(machine.ended).toBe(1);
      }
    }
  });
});
