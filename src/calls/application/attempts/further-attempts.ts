import { Injectable } from '@nestjs/common';
import { Accounts, DoNotCallList } from '../../../accounts';
import { Clock } from '../../../platform/clock';
import { newId } from '../../../platform/ids';
import { groupedBy } from '../../../platform/kernel/grouped';
import { describeLocalTime } from '../../../platform/kernel/zoned-time';
import type { RetryPolicy } from '../../../shared-kernel/retry-policy';
import type { Call } from '../../domain/call';
import type { CallState } from '../../domain/call-state';
import { describePlace, nextAttempt, retryStopOf } from '../../domain/retry-decision';
import type { TimelineEntry } from '../../domain/timeline';
import { CallRepository } from '../../infrastructure/call.repository';
import { CallIntake } from '../call-intake';

type Chained = CallState & { readonly retry: RetryPolicy };

interface Candidate {
  readonly call: Call;
  readonly next: CallState;
  readonly nextAt: Date;
}

/** Decides what follows calls that became final: the next attempt, or a reason why there is none. */
@Injectable()
export class FurtherAttempts {
  constructor(
    private readonly clock: Clock,
    private readonly accounts: Accounts,
    private readonly doNotCall: DoNotCallList,
    private readonly calls: CallRepository,
    private readonly intake: CallIntake,
  ) {}

  /** Queues attempts in the transaction of the ends. Changes the calls, which the caller stores. */
  async decide(ended: readonly Call[]): Promise<void> {
    const chained: Call[] = [];
    for (const call of ended) {
      const stop = retryStopOf(call.state);
      if (stop) call.stopAttempts(stop, this.clock.now());
      else chained.push(call);
    }
    for (const [accountId, calls] of groupedBy(chained, ({ state }) => state.accountId))
      await this.#queue(accountId, calls);
  }

  async #queue(accountId: string, calls: readonly Call[]): Promise<void> {
    const now = this.clock.now();
    const numbers = calls.map(({ state }) => state.phoneNumber);
    const listed = await this.doNotCall.find(accountId, numbers);
    const candidates: Candidate[] = [];
    for (const call of calls) {
      if (isListed(call, listed)) call.stopAttempts('do_not_call', now);
      else if (isChained(call.state)) candidates.push(candidateOf(call, call.state, now));
    }
    if (candidates.length === 0) return;
    const nexts = candidates.map(({ next }) => next);
    const accepted = await this.intake.entries(nexts);
    const firsts = candidates.map((candidate) => firstEntry(candidate, now));
    const stored = await this.calls.insert(nexts, [...firsts, ...accepted]);
    const { timezone } = await this.accounts.get(accountId);
    for (const { call, next, nextAt } of candidates) {
      if (stored.has(next.id)) call.continueWith(next, nextAt, describeLocalTime(nextAt, timezone), now);
      else call.stopAttempts('number_waits', now);
    }
  }
}

/** The list does not apply to test calls. */
function isListed({ state }: Call, listed: ReadonlyMap<string, unknown>): boolean {
  return !state.test && listed.has(state.phoneNumber);
}

function isChained(call: CallState): call is Chained {
  return call.retry !== null;
}

function candidateOf(call: Call, state: Chained, now: Date): Candidate {
  const { call: next, nextAt } = nextAttempt(state, newId('call'), now);
  return { call, next, nextAt };
}

function firstEntry({ call, next }: Candidate, at: Date): TimelineEntry {
  return { callId: next.id, at, type: 'retry', message: `${describePlace(next)}, after ${call.state.id}.` };
}
