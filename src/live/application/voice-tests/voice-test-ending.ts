import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock';
import { UnitOfWork } from '../../../platform/database/unit-of-work';
import { Recordings } from '../../../platform/storage/recordings';
import { Invocations } from '../../../tools';
import { voiceTestNotFound } from '../../domain/live-errors';
import { VoiceTest, type VoiceTestState } from '../../domain/voice-test';
import { VoiceTestRepository } from '../../infrastructure/voice-test.repository';
import { type VoiceTestViewer, VoiceTestReader } from './voice-test-reader';
import { VoiceTestRelease } from './voice-test-release';

/** Ends and deletes voice tests at request. A host looks at its rows each second. */
@Injectable()
export class VoiceTestEnding {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly tests: VoiceTestRepository,
    private readonly released: VoiceTestRelease,
    private readonly recordings: Recordings,
    private readonly reader: VoiceTestReader,
    private readonly invocations: Invocations,
  ) {}

  /** @throws DomainError not_found */
  async hangUp(viewer: VoiceTestViewer, id: string) {
    await this.reader.find(viewer, id);
    const test = await this.#change(id, () => undefined);
    return this.reader.view(test);
  }

  /** @throws DomainError not_found */
  async delete(viewer: VoiceTestViewer, id: string) {
    await this.reader.find(viewer, id);
    await this.#change(id, (test) => test.delete(this.clock.now()));
    await this.recordings.forget([id]);
    await this.invocations.remove([id]);
    return { object: 'voice_test' as const, id, deleted: true as const };
  }

  /** A test that waits ends at once; one that runs by its host. */
  #change(id: string, change: (test: VoiceTest) => void): Promise<VoiceTestState> {
    return this.unitOfWork.run(async () => {
      const state = await this.tests.lock(id);
      // Another request or its age may have removed it since.
      if (!state || state.deletedAt) throw voiceTestNotFound();
      const test = new VoiceTest(state);
      change(test);
      const hasEnded = test.state.status === 'waiting' && test.end({ by: 'person' }, this.clock.now());
      if (hasEnded) await this.released.release(test.state);
      const changed = { ...test.state, endRequested: true };
      await this.tests.update(changed);
      return changed;
    });
  }
}
