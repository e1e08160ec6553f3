import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock';
import { UnitOfWork } from '../../../platform/database/unit-of-work';
import { Recordings } from '../../../platform/storage/recordings';
import { delay, type Timers } from '../../../platform/kernel/time/timers';
import { throwTimeout, withTimeout } from '../../../platform/kernel/time/timeout';
import { Invocations } from '../../../tools';
import { type TestTurn, VoiceTest, type VoiceTestEnd, type VoiceTestState } from '../../domain/voice-test';
import { VoiceTestRepository } from '../../infrastructure/voice-test.repository';
import type { TestEnd } from './voice-test-end';
import { VoiceTestRelease } from './voice-test-release';

/** The page gets its end by then, stored or not. */
const SHOWN_WITHIN_MS = 1_500;
const REPEAT_DELAY_MS = 2_000;
const MAX_REPEATS = 300;

export type ClosedTalk = TestEnd & Pick<VoiceTestEnd, 'delayMs'>;

/** Stores the progress of voice tests. */
@Injectable()
export class VoiceTestRecords {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly tests: VoiceTestRepository,
    private readonly released: VoiceTestRelease,
    private readonly recordings: Recordings,
    private readonly invocations: Invocations,
  ) {}

  /** False: it has ended before. */
  async begin(id: string): Promise<boolean> {
    return (await this.#change(id, (test) => test.begin(this.clock.now()))) !== null;
  }

  async saveTurns(id: string, turns: readonly TestTurn[]): Promise<void> {
    await this.tests.saveTurns(id, turns);
  }

  /**
   * Ends a talk now, with its turns, and frees its streams. Repeats that while the database is away.
   * @returns null when it had ended before. @throws Error when it cannot be stored for ten minutes
   */
  close(
    id: string,
    end: ClosedTalk,
    turns: readonly TestTurn[],
    timers: Timers,
  ): Promise<VoiceTestState | null> {
    const at = this.clock.now();
    const { by, reason, isFailure = false } = end;
    return repeated(timers, () =>
      this.#finish(id, turns, (test) =>
        isFailure && reason !== null ? test.fail(reason, by, at) : test.end(end, at),
      ),
    );
  }

  /** A test without a host. */
  async fail(id: string, reason: string): Promise<VoiceTestState | null> {
    return this.#finish(id, undefined, (test) => test.lose(reason, this.clock.now()));
  }

  /**
   * Another request, or another process, may have ended the test before, with its own reason. Never rejects, and waits
   * no longer than a page does.
   * @param closing of `close`
   */
  async storedEnd(
    id: string,
    closing: Promise<VoiceTestState | null>,
    end: TestEnd,
    timers: Timers,
  ): Promise<TestEnd> {
    try {
      if (await withTimeout(SHOWN_WITHIN_MS, closing, throwTimeout, timers)) return end;
      const state = await this.tests.byId(id);
      return state?.endedBy ? { by: state.endedBy, reason: state.reason } : end;
    } catch {
      return end;
    }
  }

  /** Removes the recording of a test that was deleted in the meantime. */
  async storeRecording(id: string, isStored: boolean): Promise<void> {
    const isOfUse = await this.tests.storeRecording(id, isStored ? 'stored' : 'none');
    if (isStored && !isOfUse) await this.recordings.forget([id]);
  }

  #finish(
    id: string,
    turns: readonly TestTurn[] | undefined,
    end: (test: VoiceTest) => boolean,
  ): Promise<VoiceTestState | null> {
    return this.unitOfWork.run(async () => {
      const ended = await this.#change(id, end, turns);
      if (!ended) return null;
      await this.released.release(ended);
      // Uses after the deletion.
      if (ended.deletedAt) await this.invocations.remove([id]);
      return ended;
    });
  }

  #change(
    id: string,
    change: (test: VoiceTest) => boolean,
    turns?: readonly TestTurn[],
  ): Promise<VoiceTestState | null> {
    return this.unitOfWork.run(async () => {
      const state = await this.tests.lock(id);
      if (!state) return null;
      const test = new VoiceTest(turns && !state.deletedAt ? { ...state, turns } : state);
      if (!change(test)) return null;
      await this.tests.update(test.state);
      return test.state;
    });
  }
}

async function repeated<T>(timers: Timers, work: () => Promise<T>): Promise<T> {
  for (let repeats = 0; ; repeats++) {
    try {
      return await work();
    } catch (error) {
      if (repeats === MAX_REPEATS) throw error;
    }
    await delay(timers, REPEAT_DELAY_MS);
  }
}
