import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { LegDrain } from '../../../calling';
import { Carriers, RegisteredTrialPhones } from '../../../carriers';
import { Config } from '../../../platform/config/config';
import { OutboxNotifier } from '../../../platform/events/outbox-notifier';
import { errorText } from '../../../platform/logging';
import { Sweeps } from '../../../platform/sweeps';
import { TrialCallRepository } from '../../infrastructure/trial-call.repository';
import { CallDialer, type Dial } from '../dispatch/call-dialer';
import { TrialAdmission } from './trial-admission';

const POLL_INTERVAL_MS = 1_000;
const CARRIER = 'sip';

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

/** Rings the trial phones that are registered with this process. */
@Injectable()
export class TrialRinger implements OnModuleInit {
  readonly #logger = new Logger(TrialRinger.name);
  #running: Promise<void> | null = null;
  #again = false;

  constructor(
    private readonly config: Config,
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

  /** Rings one after another; a run that is requested during another one follows it. Never rejects. */
  run(): Promise<void> {
    if (!this.phones.hasAny) return Promise.resolve();
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
        this.#logger.warn(`rings of trial phones: ${errorText(error)}`);
      }
    }
  }

  async #look(): Promise<void> {
    const waiting = await this.calls.waiting();
    if (waiting.length === 0) return;
    const phones = new Map(this.phones.all().map((phone) => [phone.accountId, phone]));
    for (const ring of waiting) {
      const phone = phones.get(ring.accountId);
      const { carrier } = this.dials;
      if (phone && carrier) await this.dials.run(() => this.admissions.admit(ring, phone, carrier));
    }
  }
}
