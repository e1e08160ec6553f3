import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { Drain } from '../../platform/drain';
import { HeldHumanCalls } from './held-human-calls';
import { HumanCallWatch } from './human-call-watch';

/** How human calls end with their worker. */
@Injectable()
export class HumanCallDrain extends Drain {
  constructor(unitOfWork: UnitOfWork, held: HeldHumanCalls, watch: HumanCallWatch) {
    super(unitOfWork, {
      count: () => held.all().length,
      hangUpAll: () => Promise.all(held.all().map(({ callId, carrier }) => carrier.hangUp(callId))),
      renewLeases: () => watch.renewLeases(),
    });
  }
}
