import { Injectable } from '@nestjs/common';
import { CallFinisher } from '../call-finisher';
import { CallIntake } from '../call-intake';

/** The rows that follow a change of a trial call. */
@Injectable()
export class TrialRecords {
  constructor(
    private readonly intake: CallIntake,
    private readonly finisher: CallFinisher,
  ) {}

  /** Wakes the process with the phone. */
  async queued(call: Parameters<CallIntake['record']>[0][number]): Promise<void> {
    await Promise.all([this.intake.record([call]), this.intake.remind(call.accountId)]);
  }

  finished(calls: Parameters<CallFinisher['store']>[0]): Promise<void> {
    return this.finisher.store(calls);
  }
}
