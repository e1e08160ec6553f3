import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../platform/clock';
import { Config } from '../../../platform/config/config';
import { Retention } from '../../../platform/retention';
import { Recordings } from '../../../platform/storage/recordings';
import { Sweeps } from '../../../platform/sweeps';
import { Invocations } from '../../../tools';
import { VoiceTestRepository } from '../../infrastructure/voice-test.repository';
import { Tickets } from '../tickets';
import { VoiceTestOutcomes } from './voice-test-outcomes';
import { VoiceTestRecords } from './voice-test-records';

const LOOK_INTERVAL_MS = 2_000;
/** A host beats every 4 s; a test without one is failed within 20 s. */
const LOST_AFTER_MS = 14_000;
/** Longer than the analysis by the host. */
const UNREAD_AFTER_MS = 15_000;
const UNRECORDED_AFTER_MS = 10_000;
/** A recording that nobody has recovered by then is lost. */
const RECORDING_TIMEOUT_MS = 600_000;
const FORGET_INTERVAL_MS = 600_000;
const LOST = 'The voice test was lost: the service stopped.';

@Injectable()
export class VoiceTestUpkeepServices {
  constructor(
    readonly records: VoiceTestRecords,
    readonly outcomes: VoiceTestOutcomes,
    readonly tickets: Tickets,
    readonly invocations: Invocations,
  ) {}
}

/** Finishes the voice tests of dead hosts, and deletes old ones. */
@Injectable()
export class VoiceTestUpkeep implements OnModuleInit {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly sweeps: Sweeps,
    private readonly tests: VoiceTestRepository,
    private readonly services: VoiceTestUpkeepServices,
    private readonly retention: Retention,
    private readonly recordings: Recordings,
  ) {}

  onModuleInit(): void {
    this.sweeps.recoverEvery(LOOK_INTERVAL_MS, 'voice tests of dead hosts', () => this.#look());
    this.sweeps.every(FORGET_INTERVAL_MS, 'old voice tests', () => this.#forget());
  }

  async #look(): Promise<void> {
    const nowMs = this.clock.nowMs();
    const { records, outcomes } = this.services;
    for (const id of await this.tests.silent(new Date(nowMs - LOST_AFTER_MS))) {
      if (await records.fail(id, LOST)) void outcomes.read(id);
    }
    for (const id of await this.tests.unread(new Date(nowMs - UNREAD_AFTER_MS))) await outcomes.read(id);
    for (const { id, endedAt } of await this.tests.findUnrecorded(new Date(nowMs - UNRECORDED_AFTER_MS))) {
      const isStored = (await this.recordings.storedIds([id])).length > 0;
      if (isStored || nowMs - +endedAt > RECORDING_TIMEOUT_MS) await records.storeRecording(id, isStored);
    }
  }

  async #forget(): Promise<void> {
    const days = Math.min(this.config.telephony.live.voiceTestDays, this.config.retentionDays ?? Infinity);
    await this.retention.after(days, async (before, limit) => {
      const ids = await this.tests.forget(before, limit);
      await this.recordings.forget(ids);
      await this.services.invocations.remove(ids);
      return ids.length;
    });
    await this.services.tickets.forgetExpired();
  }
}
