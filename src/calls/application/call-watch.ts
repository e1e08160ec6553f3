import { Injectable, Logger } from '@nestjs/common';
import { CallingLines, DoNotCallList } from '../../accounts';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { describeError } from '../../platform/logging';
import { type Carrier, Carriers, type LegEnd } from '../../telephony';
import type { CallState } from '../domain/call-state';
import { CallRepository } from '../infrastructure/call.repository';
import { DueCallsRepository } from '../infrastructure/due-calls.repository';
import { TalkRepository } from '../infrastructure/talk.repository';
import { CallFinisher } from './call-finisher';
import { CallProgress } from './call-progress';
import { HeldCalls, referenceOf } from './held-calls';

const AT_ONCE = 100;

/** Of the list only what is new is looked at; a call to an older entry is found when it is due. */
const LISTED_LATELY_MS = 3_600_000;

/** Looks after calls that nobody reports on, whose worker died, or that waited too long. */
@Injectable()
export class CallWatch {
  readonly #logger = new Logger(CallWatch.name);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly carriers: Carriers,
    private readonly lines: CallingLines,
    private readonly calls: CallRepository,
    private readonly due: DueCallsRepository,
    private readonly talks: TalkRepository,
    private readonly finisher: CallFinisher,
    private readonly progress: CallProgress,
    private readonly held: HeldCalls,
  ) {}

  /** Ends waiting calls that were not dialed in time. */
  async expire(): Promise<void> {
    for (let found = AT_ONCE; found === AT_ONCE;) {
      // Looked for every second, found seldom: without a transaction. The lock sees whether they still wait.
      const ids = await this.due.expired(this.clock.now(), AT_ONCE);
      if (ids.length === 0) return;
      found = await this.unitOfWork.run(async () => {
        const calls = await this.calls.lockQueued(ids);
        for (const call of calls) call.expire(this.clock.now());
        await this.finisher.store(calls);
        return calls.length;
      });
    }
  }

  /** "It can never be dialed (number now on the do-not-call list)": told at once, not when the call would be due. */
  async giveUpListed(accountId: string): Promise<void> {
    for (let found = AT_ONCE; found === AT_ONCE;) {
      found = await this.unitOfWork.run(async () => {
        const now = this.clock.now();
        const listedAfter = new Date(now.getTime() - LISTED_LATELY_MS);
        const calls = await this.calls.lockListed(accountId, listedAfter, AT_ONCE);
        for (const call of calls) call.giveUp(DoNotCallList.REASON, now);
        await this.finisher.store(calls);
        return calls.length;
      });
    }
  }

  /** The watchdog: asks about calls on which nothing was reported, hangs up, and ends them. */
  async endSilent(): Promise<void> {
    const ids = await this.due.silent(this.clock.now(), AT_ONCE);
    await this.#each(ids, (call) => this.#examine(call, true));
  }

  /** Prolongs the leases of this worker's calls, and lets go of those that another worker has taken over. */
  async renewLeases(): Promise<void> {
    const held = this.held.all();
    if (held.length === 0) return;
    const own = new Set(await this.lines.renewLeases(held.map(({ callId }) => callId)));
    for (const { callId, attempt, carrier } of held) {
      if (own.has(callId)) continue;
      this.held.release(callId, attempt);
      await carrier.hangUp(referenceOf(callId, attempt));
    }
  }

  /** Takes over the calls of workers that fell silent; what the carrier knows of them decides. */
  async takeOverSilent(): Promise<void> {
    const ids = await this.lines.takeOverSilent('ai');
    await this.#each(ids, (call) => this.#examine(call, false));
  }

  /** Keeps the transcripts so far of talks that go on, so that a crash loses little of them. */
  async keepTranscripts(): Promise<void> {
    for (const held of this.held.all()) {
      if (held.turns.length === held.keptTurns) continue;
      const { turns } = held;
      await this.talks.keepTurns(held.callId, turns);
      held.keptTurns = turns.length;
    }
  }

  async #each(ids: readonly string[], look: (call: CallState) => Promise<void>): Promise<void> {
    for (const { state } of await this.calls.read(ids)) {
      await look(state).catch((error: unknown) => {
        this.#logger.warn(
          `call ${state.id} could not be looked after: ${JSON.stringify(describeError(error))}`,
        );
      });
    }
  }

  async #examine(call: CallState, wasSilent: boolean): Promise<void> {
    const { id, accountId, attempt } = call;
    const carrier = this.carriers.find(call.carrier ?? '');
    const now = this.clock.now();
    const end = (legEnd: LegEnd) => this.progress.ended(id, attempt, legEnd, now);
    const talkMs = talkOf(call, carrier, now);
    if (!carrier) return end({ ...LOST, talkMs });
    const reference = referenceOf(id, attempt);
    const known = await carrier.lookUp(reference);
    switch (known.state) {
      case 'ended':
        return end(known.end);
      case 'no_trace':
        return end({ ...LOST, talkMs });
      case 'never_seen':
        return this.progress.refused(accountId, id, attempt, NEVER_SEEN, carrier);
      case 'on_its_way':
      case 'answered':
        if (!wasSilent) {
          if (!this.held.get(id, attempt)) this.held.hold({ callId: id, accountId, attempt, carrier });
          return;
        }
        await carrier.hangUp(reference);
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
const NEVER_SEEN = { passing: true, reason: 'it never received the request' };

/** "duration_seconds is the time since the answer", in the network's time. */
function talkOf({ status, answeredAt }: CallState, carrier: Carrier | undefined, now: Date): number | null {
  if (status !== 'in_progress' || !answeredAt) return null;
  const realMs = now.getTime() - answeredAt.getTime();
  return carrier?.networkMs(realMs) ?? realMs;
}
