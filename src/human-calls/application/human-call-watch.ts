import { Injectable, Logger } from '@nestjs/common';
import { CallingLines } from '../../accounts';
import { Clock } from '../../platform/clock';
import { describeError } from '../../platform/logging';
import { Carriers, type LegEnd } from '../../telephony';
import type { HumanCallState } from '../domain/human-call-state';
import { HumanCallRepository } from '../infrastructure/human-call.repository';
import { HeldHumanCalls } from './held-human-calls';
import { HumanCallProgress } from './human-call-progress';

const AT_ONCE = 100;

/** Looks after human calls that nobody reports on, or whose worker died. Nothing is ever dialed here. */
@Injectable()
export class HumanCallWatch {
  readonly #logger = new Logger(HumanCallWatch.name);

  constructor(
    private readonly clock: Clock,
    private readonly carriers: Carriers,
    private readonly lines: CallingLines,
    private readonly calls: HumanCallRepository,
    private readonly progress: HumanCallProgress,
    private readonly held: HeldHumanCalls,
  ) {}

  /** The watchdog: asks about calls on which nothing was reported, hangs up, and ends them. */
  async endSilent(): Promise<void> {
    const ids = await this.calls.silent(this.clock.now(), AT_ONCE);
    await this.#each(ids, (call) => this.#examine(call, true));
  }

  /** Prolongs the leases of this worker's calls; hangs up those that were canceled or that another has taken over. */
  async renewLeases(): Promise<void> {
    const held = this.held.all();
    if (held.length === 0) return;
    const own = new Set(await this.lines.renewLeases(held.map(({ callId }) => callId)));
    for (const { callId, carrier } of held) {
      if (own.has(callId)) continue;
      this.held.release(callId);
      await carrier.hangUp(callId);
    }
  }

  /** Takes over the calls of workers that fell silent; what the carrier knows of them decides. */
  async takeOverSilent(): Promise<void> {
    const ids = await this.lines.takeOverSilent('human');
    await this.#each(ids, (call) => this.#examine(call, false));
  }

  async #each(ids: readonly string[], look: (call: HumanCallState) => Promise<void>): Promise<void> {
    if (ids.length === 0) return;
    for (const call of await this.calls.read(ids)) {
      await look(call).catch((error: unknown) => {
        this.#logger.warn(
          `human call ${call.id} could not be looked after: ${JSON.stringify(describeError(error))}`,
        );
      });
    }
  }

  async #examine(call: HumanCallState, wasSilent: boolean): Promise<void> {
    const { id, status, answeredAt } = call;
    const carrier = this.carriers.find(call.carrier ?? '');
    const now = this.clock.now();
    const end = (legEnd: LegEnd) => this.progress.ended(id, legEnd, now);
    if (!carrier) return end(LOST);
    // "duration_seconds is the time since the answer", in the network's time.
    const talkMs =
      status === 'in_progress' && answeredAt ? carrier.networkMs(now.getTime() - answeredAt.getTime()) : null;
    const known = await carrier.lookUp(id);
    switch (known.state) {
      case 'ended':
        return end(known.end);
      case 'no_trace':
        return end({ ...LOST, talkMs });
      case 'never_seen':
        return end(NEVER_SEEN);
      case 'on_its_way':
      case 'answered':
        if (!wasSilent) {
          this.held.hold(id, carrier);
          return;
        }
        await carrier.hangUp(id);
        return end({ ...SILENT, talkMs });
    }
  }
}

const LOST: LegEnd = { cause: 'carrier_lost_it', by: null, talkMs: null };
const SILENT: LegEnd = {
  cause: 'failed',
  by: 'carrier',
  talkMs: null,
  reason: 'The carrier reported nothing for too long; the call was hung up.',
};
const NEVER_SEEN: LegEnd = {
  cause: 'failed',
  by: 'carrier',
  talkMs: null,
  who: 'counsellor',
  reason: 'The carrier never received the request.',
};
