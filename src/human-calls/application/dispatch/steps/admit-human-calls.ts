import { Injectable } from '@nestjs/common';
import { HumanCallAdmission } from '../human-call-admission';
import type { HumanRoundState, HumanStep } from '../human-round-state';

/** Gives calls lines, channels and credits, oldest first. */
@Injectable()
export class AdmitHumanCalls implements HumanStep {
  constructor(private readonly admission: HumanCallAdmission) {}

  async run(round: HumanRoundState): Promise<undefined> {
    const { carrier, dialingCarrier, trunks, ready, capacity } = round;
    if (!carrier || !dialingCarrier) return;
    const { account, rules } = round.locked;
    round.chosen = ready.slice(0, capacity);
    round.dials = await this.admission.dial(
      {
        accountId: account.id,
        rules,
        trunks,
        maxMinutes: account.maxHumanMinutes,
        carrier: { ...carrier, carrier: dialingCarrier },
        record: account.recording,
      },
      round.chosen,
    );
  }
}
