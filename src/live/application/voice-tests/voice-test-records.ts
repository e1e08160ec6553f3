import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock';
import { UnitOfWork } from '../../../platform/database/unit-of-work';
import { Recordings } from '../../../platform/storage/recordings';
import { Invocations } from '../../../tools';
import { type TestTurn, VoiceTest, type VoiceTestEnd, type VoiceTestState } from '../../domain/voice-test';
import { VoiceTestRepository } from '../../infrastructure/voice-test.repository';
import type { TestEnd } from './voice-test-end';
import { VoiceTestRelease } from './voice-test-release';

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

  /** With its turns, and frees its streams. @returns null when it had ended before */
  async end(id: string, end: VoiceTestEnd, turns: readonly TestTurn[]): Promise<VoiceTestState | null> {
    return this.#finish(id, turns, (test) => test.end(end, this.clock.now()));
  }

  async fail(
    id: string,
    reason: string,
    {
      by = 'service',
      turns,
    }: { readonly by?: VoiceTestEnd['by']; readonly turns?: readonly TestTurn[] } = {},
  ): Promise<VoiceTestState | null> {
    return this.#finish(id, turns, (test) => test.fail(reason, by, this.clock.now()));
  }

  /**
   * Another request, or another process, may have ended the test before, with its own reason. Never rejects.
   * @param ending of `end` or `fail`
   */
  async storedEnd(id: string, ending: Promise<VoiceTestState | null>, end: TestEnd): Promise<TestEnd> {
    try {
      if (await ending) return end;
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
