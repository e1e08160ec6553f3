import type { LockedAccount, NextAccount } from '../../src/calling';
import { type RoundRequest, RoundState } from '../../src/calls/application/dispatch/round-state';
import { NO_SPEECH } from '../../src/trunks';

export const NOW = new Date('2026-01-05T06:00:00Z');

/** Lines, limits and holds of an account that may dial. */
interface AccountOptions {
  readonly lines?: number;
  readonly inUse?: number;
  readonly onHold?: boolean;
  readonly hold?: { rule: string; until: Date } | null;
}

/** A round of an account with a free line, after `LockAccount`. */
export function aRound(
  request: Partial<RoundRequest> = {},
  { lines = 5, inUse = 0, onHold = false, hold = null }: AccountOptions = {},
): RoundState {
  const round = new RoundState({
    accountId: 'acc_1',
    test: false,
    trunkTurn: null,
    previousMostlyOnHold: false,
    affordableAgents: null,
    ...request,
  });
  round.locked = {
    standing: {
      onHold,
      linesInUse: inUse,
      testLinesInUse: inUse,
      humansReady: 0,
      dialedToday: () => Promise.resolve(7),
    },
    account: { id: 'acc_1', carrier: 'simulator' },
    rules: {
      policy: { dailyLimit: 100 },
      lines: () => lines,
      localDay: () => '2026-01-05',
      accountHold: () => hold,
    },
    now: NOW,
  } as unknown as LockedAccount;
  round.streams = NO_SPEECH;
  return round;
}

/** A turn over trunks with room for calls. */
export const aTrunkTurn = (room = 3): NextAccount => ({ accountId: 'acc_1', lastLegAt: NOW, room });

/** Records the holds that a step sets and ends. */
export class FakeAccountHolds {
  readonly changes: string[] = [];

  set(_accountId: string, reason: string): Promise<void> {
    return this.#add(reason);
  }

  setForTrunk(_accountId: string, reason: string): Promise<void> {
    return this.#add(reason);
  }

  wakeTrunkQueues(): Promise<void> {
    return this.#add('wake trunk queues');
  }

  end(): Promise<void> {
    return this.#add('end');
  }

  #add(change: string): Promise<void> {
    this.changes.push(change);
    return Promise.resolve();
  }
}
