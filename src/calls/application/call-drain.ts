import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { Drain } from '../../platform/drain';
import { CallWatch } from './call-watch';
import { HeldCalls, referenceOf } from './held-calls';

/** How AI calls end with their worker. */
@Injectable()
export class CallDrain extends Drain {
  constructor(unitOfWork: UnitOfWork, held: HeldCalls, watch: CallWatch) {
    super(unitOfWork, {
      count: () => held.all().length,
      hangUpAll: () =>
        Promise.all(
          held.all().map(({ callId, attempt, carrier }) => carrier.hangUp(referenceOf(callId, attempt))),
        ),
      renewLeases: () => watch.renewLeases(),
    });
  }
}
