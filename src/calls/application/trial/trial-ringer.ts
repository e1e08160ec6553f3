import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { CallingLines } from '../../../accounts';
import { Agents } from '../../../agents';
import { LegDrain, LockAccount, ringingDeadline } from '../../../calling';
import { Carriers, type RegisteredTrialPhone, RegisteredTrialPhones } from '../../../carriers';
import type { Config } from '../../../platform/config/config';
import { CONFIG } from '../../../platform/config/config.token';
import { Clock } from '../../../platform/clock';
import { OutboxNotifier } from '../../../platform/events/outbox-notifier';
import { newId } from '../../../platform/ids';
import { describeError } from '../../../platform/logging';
import { Sweeps } from '../../../platform/sweeps';
import { SOFTPHONE } from '../../../shared-kernel/softphone';
import { InboundChannels, SpeechStreamLimits, TrunkChannels } from '../../../trunks';
import { CallRepository } from '../../infrastructure/call.repository';
import { TrialCallRepository } from '../../infrastructure/trial-call.repository';
import { CallDialer, type Dial } from '../dispatch/call-dialer';
import { CallFinisher } from '../call-finisher';
import { TestMinutes } from './test-minutes';

const POLL_INTERVAL_MS = 1_000;
const NO_CHANNEL = 'The trial phone has its two calls already.';
const NO_STREAM = 'All streams of the speech engines are in use.';
const CARRIER = 'sip';

interface Ring {
  readonly id: string;
  readonly accountId: string;
  readonly agentId: string;
}

/** Occupies what a ring needs, in one transaction. */
@Injectable()
export class TrialAdmission {
  constructor(
    private readonly clock: Clock,
    private readonly accounts: LockAccount,
    private readonly agents: Agents,
    private readonly lines: CallingLines,
    private readonly channels: TrialPlaces,
    private readonly calls: CallRepository,
    private readonly finisher: CallFinisher,
  ) {}

  /** null: another process was faster, or the call has failed. */
  async admit(
    { id, accountId, agentId }: Ring,
    phone: RegisteredTrialPhone,
    carrier: Dial['carrier'],
  ): Promise<Dial | null> {
    const { account, rules } = await this.accounts.lock(accountId);
    const place = await this.channels.find(phone.trunkId, account);
    const agent = (await this.agents.forDialing([agentId])).get(agentId);
    const [call] = await this.calls.lockQueued([id]);
    if (!call || !agent) return null;
    const now = this.clock.now();
    const speech = typeof place === 'string' ? undefined : place.streams.take(agent);
    if (typeof place === 'string' || !speech) {
      call.failUndialable(typeof place === 'string' ? place : NO_STREAM, now);
      await this.finisher.store([call]);
      return null;
    }
    const dialed = call.dial(
      {
        agentVersion: agent.version,
        maxTalkSeconds: Math.min(agent.maxMinutes * 60, place.secondsLeft),
        creditsLimitTalk: false,
        pricePerMinute: '0',
        carrier: carrier.name,
        watchdogAt: ringingDeadline(now.getTime(), carrier),
      },
      now,
    );
    if (!dialed) return null;
    const { attempt } = call.state;
    const leg = {
      id: newId('leg'),
      accountId,
      beganAt: now,
      routes: [{ trunkId: phone.trunkId, callerId: phone.username }] as const,
      speech,
    };
    const policy = { ...rules.policy, recording: account.recording };
    const dials = [{ callId: id, attempt, phoneNumber: SOFTPHONE }];
    await this.finisher.store([call]);
    await this.lines.occupy({ accountId, kind: 'ai', test: true, policy, at: now, dials });
    await this.channels.take(rules.localDay(now), {
      leg,
      callId: id,
      attempt,
      phoneNumber: SOFTPHONE,
      kind: 'contact',
    });
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
}

/** The channel of a ring, its speech streams and minutes. */
@Injectable()
export class TrialPlaces {
  constructor(
    private readonly free: InboundChannels,
    private readonly channels: TrunkChannels,
    private readonly streams: SpeechStreamLimits,
    private readonly minutes: TestMinutes,
  ) {}

  /** A sentence: why there is no place. The account's line row must be locked. */
  async find(trunkId: string, account: Parameters<TestMinutes['secondsLeft']>[0]) {
    if (!(await this.free.isFree(trunkId))) return NO_CHANNEL;
    const secondsLeft = await this.minutes.secondsLeft(account);
    if (secondsLeft === 0) return 'The minutes of voice tests are used up.';
    return { secondsLeft, streams: await this.streams.lockForDispatch() };
  }

  take(day: string, occupied: Parameters<TrunkChannels['take']>[2][number]): Promise<void> {
    return this.channels.take(occupied.leg.accountId, day, [occupied]);
  }
}

/** Rings the trial phones that are registered with this process. */
@Injectable()
export class TrialRinger implements OnModuleInit {
  readonly #logger = new Logger(TrialRinger.name);
  #running: Promise<void> | null = null;
  #again = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly sweeps: Sweeps,
    private readonly notifier: OutboxNotifier,
    private readonly phones: RegisteredTrialPhones,
    private readonly calls: TrialCallRepository,
    private readonly admissions: TrialAdmission,
    private readonly dials: TrialDials,
  ) {}

  onModuleInit(): void {
    if (!this.config.does.media || !this.config.dispatch) return;
    this.notifier.onNotify(() => void this.run());
    this.sweeps.every(POLL_INTERVAL_MS, 'rings of trial phones', () => this.run());
  }

  /** One look at a time; a call during a look makes it look again. Never rejects. */
  run(): Promise<void> {
    if (this.phones.all().length === 0) return Promise.resolve();
    this.#again = true;
    this.#running ??= this.#runAll().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #runAll(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      try {
        await this.#look();
      } catch (error) {
        this.#logger.warn(`rings of trial phones: ${JSON.stringify(describeError(error))}`);
      }
    }
  }

  async #look(): Promise<void> {
    const phones = new Map(this.phones.all().map((phone) => [phone.accountId, phone]));
    for (const ring of await this.calls.waiting([...phones.keys()])) {
      const phone = phones.get(ring.accountId);
      const { carrier } = this.dials;
      if (phone && carrier) await this.dials.run(() => this.admissions.admit(ring, phone, carrier));
    }
  }
}

/** Places rings after their commit. */
@Injectable()
export class TrialDials {
  constructor(
    private readonly carriers: Carriers,
    private readonly dialer: CallDialer,
    private readonly drain: LegDrain,
  ) {}

  get carrier(): Dial['carrier'] | undefined {
    return this.carriers.find(CARRIER);
  }

  async run(admit: () => Promise<Dial | null>): Promise<void> {
    if (this.drain.draining) return;
    const dial = await this.drain.runRound(admit);
    if (dial) void this.dialer.place(dial);
  }
}
