import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { Turn } from '../../shared-kernel/talk';
import type { HumanCall } from '../domain/human-call';
import type { HumanCallState } from '../domain/human-call-state';
import { HumanCallRepository } from '../infrastructure/human-call.repository';
import { HumanDispatchRepository } from '../infrastructure/human-dispatch.repository';
import { HumanTalkRepository } from '../infrastructure/human-talk.repository';
import { HumanCallFinisher } from './human-call-finisher';

/** A process that does not renew its claim for this time is presumed dead. */
const LEASE_MS = 60_000;
/** Waits between tries: engines may be away for a moment. */
const WAITS_MS = [10_000, 60_000] as const;
const MAX_TRIES = WAITS_MS.length + 1;

/** Claims of processes to transcribe recordings of human calls, and what came of them. */
@Injectable()
export class HumanTranscriptionClaims {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly calls: HumanCallRepository,
    private readonly dispatch: HumanDispatchRepository,
    private readonly talks: HumanTalkRepository,
    private readonly finisher: HumanCallFinisher,
  ) {}

  /** undefined: none is due, or another process was quicker. */
  async next(): Promise<HumanCallState | undefined> {
    const id = await this.dispatch.toTranscribe(this.clock.now());
    return id === undefined ? undefined : this.#change(id, claim);
  }

  /** False: the claim is lost. */
  async renew(id: string): Promise<boolean> {
    const renewed = await this.#change(id, (call, now) => call.tryTranscription(leaseFrom(now), false));
    return renewed !== undefined;
  }

  async complete(id: string, turns: readonly Turn[], recordedSeconds: number): Promise<void> {
    await this.#change(id, async (call, now) => {
      if (!call.completeTranscription(now)) return false;
      await this.talks.store(id, { turns, recordedSeconds });
      return true;
    });
  }

  /** Tried again after a while, a few times; another process may try at once. */
  async fail({ id, transcriptions }: HumanCallState, why: 'stopping' | 'no_engine' | 'error'): Promise<void> {
    const waitMs = { stopping: 0, no_engine: undefined, error: WAITS_MS[(transcriptions ?? 1) - 1] }[why];
    await this.#change(id, (call, now) => {
      if (waitMs === undefined) call.notTranscribed();
      else call.delayTranscription(new Date(now.getTime() + waitMs));
      return true;
    });
  }

  /** Changes a call under its lock, and stores it if `change` returns true; resolves with it then. */
  async #change(
    id: string,
    change: (call: HumanCall, now: Date) => boolean | Promise<boolean>,
  ): Promise<HumanCallState | undefined> {
    return this.unitOfWork.run(async () => {
      const call = await this.calls.lockById(id);
      if (!call || !(await change(call, this.clock.now()))) return undefined;
      await this.finisher.store([call]);
      return call.state;
    });
  }
}

/** False when it is not due any more. The tries may be over because this very recording ended the processes. */
function claim(call: HumanCall, now: Date): boolean {
  const { transcriptionDueAt, transcriptions } = call.state;
  if (!transcriptionDueAt || transcriptionDueAt > now) return false;
  if ((transcriptions ?? 0) >= MAX_TRIES) {
    call.notTranscribed();
    return true;
  }
  return call.tryTranscription(leaseFrom(now), true);
}

function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}
