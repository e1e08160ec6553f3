import { Injectable } from '@nestjs/common';
import type { CallState } from '../../domain/call-state';
import type { TimelineEntry } from '../../domain/timeline';
import { CallFinisher } from '../call-finisher';
import { CallIntake } from '../call-intake';

/** The rows that follow a change of a trial call. */
@Injectable()
export class TrialRecords {
  constructor(
    private readonly intake: CallIntake,
    private readonly finisher: CallFinisher,
  ) {}

  entries(call: CallState): Promise<TimelineEntry[]> {
    return this.intake.entries([call]);
  }

  /** Wakes the process with the phone. */
  onQueued({ accountId }: CallState): Promise<void> {
    return this.intake.remind(accountId);
  }

  store(calls: Parameters<CallFinisher['store']>[0]): Promise<void> {
    return this.finisher.store(calls);
  }
}
