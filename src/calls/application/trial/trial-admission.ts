import { Injectable } from '@nestjs/common';
import { CallingLines } from '../../../accounts';
import { Agents } from '../../../agents';
import { LockAccount, type LockedAccount, ringingDeadline } from '../../../calling';
import type { RegisteredTrialPhone } from '../../../carriers';
import { Clock } from '../../../platform/clock';
import { newId } from '../../../platform/ids';
import type { LegAllocation, SpeechStreamPair } from '../../../shared-kernel/leg-allocation';
import { SOFTPHONE } from '../../../shared-kernel/softphone';
import type { Call } from '../../domain/call';
import { CallRepository } from '../../infrastructure/call.repository';
import { CallFinisher } from '../call-finisher';
import type { Dial } from '../dispatch/call-dialer';
import { TrialCapacity } from './trial-capacity';
import { NO_PHONE, UNRUNG_MS } from './unrung';

const NO_STREAM = 'All streams of the speech engines are in use.';

export interface Ring {
  readonly id: string;
  readonly accountId: string;
  readonly agentId: string;
}

interface Admitted {
  readonly call: Call;
  readonly phone: RegisteredTrialPhone;
  readonly speech: SpeechStreamPair;
  readonly locked: LockedAccount;
  readonly now: Date;
}

/** Occupies what a ring needs, in one transaction. */
@Injectable()
export class TrialAdmission {
  constructor(
    private readonly clock: Clock,
    private readonly accounts: LockAccount,
    private readonly agents: Agents,
    private readonly lines: CallingLines,
    private readonly capacity: TrialCapacity,
    private readonly calls: CallRepository,
    private readonly finisher: CallFinisher,
  ) {}

  /** null: another process was faster, or the call has failed. */
  async admit(
    { id, accountId, agentId }: Ring,
    phone: RegisteredTrialPhone,
    carrier: Dial['carrier'],
  ): Promise<Dial | null> {
    const locked = await this.accounts.lock(accountId);
    const { account, rules } = locked;
    const found = await this.capacity.find(phone.trunkId, account);
    const agent = (await this.agents.forDialing([agentId])).get(agentId);
    const [call] = await this.calls.lockQueued([id]);
    if (!call || !agent) return null;
    const now = this.clock.now();
    // The process that would have given it up died.
    const isLate = now.getTime() - call.state.createdAt.getTime() > UNRUNG_MS;
    const place = isLate ? NO_PHONE : found;
    const speech = typeof place === 'string' ? undefined : place.streams.take(agent);
    if (typeof place === 'string' || !speech) {
      call.failUndialable(typeof place === 'string' ? place : NO_STREAM, now);
      await this.finisher.store([call]);
      return null;
    }
    const terms = {
      agentVersion: agent.version,
      maxTalkSeconds: Math.min(agent.maxMinutes * 60, place.secondsLeft),
      creditsLimitTalk: false,
      pricePerMinute: '0',
      carrier: carrier.name,
      watchdogAt: ringingDeadline(now.getTime(), carrier),
    };
    if (!call.dial(terms, now)) return null;
    await this.finisher.store([call]);
    const leg = await this.#occupy({ call, phone, speech, locked, now });
    return {
      call: call.state,
      agent,
      carrier,
      timeZone: rules.timeZone,
      accountName: account.name,
      notice: null,
      record: account.recording,
      countries: account.countries,
      leg,
    };
  }

  async #occupy({ call, phone, speech, locked: { rules, account }, now }: Admitted): Promise<LegAllocation> {
    const { id: callId, accountId, attempt } = call.state;
    const leg = {
      id: newId('leg'),
      accountId,
      beganAt: now,
      routes: [{ trunkId: phone.trunkId, callerId: phone.username }] as const,
      speech,
    };
    const policy = { ...rules.policy, recording: account.recording };
    const dials = [{ callId, attempt, phoneNumber: SOFTPHONE }];
    await this.lines.occupy({ accountId, kind: 'ai', test: true, policy, at: now, dials });
    const place = { leg, callId, attempt, phoneNumber: SOFTPHONE, kind: 'contact' } as const;
    await this.capacity.occupy(rules.localDay(now), place);
    return leg;
  }
}
