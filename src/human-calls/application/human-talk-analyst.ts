import { Injectable } from '@nestjs/common';
import { Accounts } from '../../accounts';
import { TalkAnalyst, type TalkAnalysis } from '../../conversation';
import { Clock } from '../../platform/clock';
import type { HumanTalk } from '../domain/human-analysis';
import type { HumanCallState } from '../domain/human-call-state';

/** Has the talk of a human call analyzed. */
@Injectable()
export class HumanTalkAnalyst {
  constructor(
    private readonly clock: Clock,
    private readonly accounts: Accounts,
    private readonly analyst: TalkAnalyst,
  ) {}

  async analyse(call: HumanCallState, talk: HumanTalk, signal: AbortSignal): Promise<TalkAnalysis> {
    const { timezone } = await this.accounts.get(call.accountId);
    return this.analyst.analyse(
      {
        // The analyst expects the counsellor in the agent's role.
        turns: talk.turns.map((turn) => ({
          ...turn,
          speaker: turn.speaker === 'contact' ? 'contact' : 'agent',
        })),
        questions: [],
        dispositions: [],
        language: null,
        now: call.answeredAt ?? call.endedAt ?? this.clock.now(),
        timeZone: timezone,
      },
      signal,
    );
  }
}
