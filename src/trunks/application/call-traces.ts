import { Injectable } from '@nestjs/common';
import { TraceLog, type TraceMessage } from '../domain/call-trace';
import { SetupError } from '../domain/setup-error';
import { LegRepository } from '../infrastructure/leg.repository';
import { TraceRepository } from '../infrastructure/trace.repository';

/** The messages between us and carriers about calls. */
@Injectable()
export class CallTraces {
  constructor(
    private readonly traces: TraceRepository,
    private readonly legs: LegRepository,
  ) {}

  /**
   * The messages of all dials, in order; empty when none are stored. @throws SetupError when the call used no trunk
   */
  async show(callId: string): Promise<TraceMessage[]> {
    const log = new TraceLog();
    for (const message of await this.traces.messages(callId)) log.add(message);
    if (log.count === 0 && !(await this.legs.hasAny(callId))) {
      throw new SetupError(`No trunk was asked for a call ${callId}, so there is no trace of it.`);
    }
    return log.messages;
  }
}
