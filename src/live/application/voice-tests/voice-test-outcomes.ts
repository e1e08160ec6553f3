import { Injectable, Logger } from '@nestjs/common';
import { readTalk, TalkAnalyst } from '../../../conversation';
import { errorText } from '../../../platform/logging';
import { Invocations } from '../../../tools';
import { VoiceTestRepository } from '../../infrastructure/voice-test.repository';

const TIMEOUT_MS = 10_000;

/** Analyzes voice tests once, after their end. */
@Injectable()
export class VoiceTestOutcomes {
  readonly #logger = new Logger(VoiceTestOutcomes.name);

  constructor(
    private readonly tests: VoiceTestRepository,
    private readonly analyst: TalkAnalyst,
    private readonly invocations: Invocations,
  ) {}

  /** Never rejects. */
  async read(id: string): Promise<void> {
    try {
      const test = await this.tests.byId(id);
      if (!test?.brief || test.outcomeState !== 'pending') return;
      const { talk, questions, dispositions } = test.brief;
      const reading = await readTalk(
        this.analyst,
        {
          brief: talk,
          questions,
          dispositions,
          turns: test.turns,
          now: new Date(talk.now),
          timeZone: talk.timeZone,
        },
        AbortSignal.timeout(TIMEOUT_MS),
      ).catch((error: unknown) => {
        this.#logger.warn(`${id} was not analyzed: ${errorText(error)}`);
        return null;
      });
      const tools = reading && (await this.invocations.forOutcome(id));
      await this.tests.storeOutcome(id, reading && { ...reading, tools });
    } catch (error) {
      // Upkeep reads it again.
      this.#logger.warn(`${id}: ${errorText(error)}`);
    }
  }
}
