import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ActiveLegs } from '../../../calling';
import {
  Carriers,
  type InboundAnswer,
  InboundCallAdmitter,
  InboundRouter,
  MediaCapacity,
  type RoutedInboundCall,
} from '../../../carriers';
import { UnitOfWork } from '../../../platform/database/unit-of-work';
import { INBOUND_ATTEMPT } from '../../domain/inbound-call';
import { CallProgress } from '../call-progress';
import { InboundCallDecision } from './inbound-call-decision';

/** Admits calls that come in, each in one transaction, and runs their legs. */
@Injectable()
export class InboundCallAdmission extends InboundCallAdmitter implements OnModuleInit {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly capacity: MediaCapacity,
    private readonly router: InboundRouter,
    private readonly carriers: Carriers,
    private readonly activeLegs: ActiveLegs,
    private readonly progress: CallProgress,
    private readonly decision: InboundCallDecision,
  ) {
    super();
  }

  onModuleInit(): void {
    this.router.setAdmitter(this);
  }

  override async admit(offer: RoutedInboundCall): Promise<InboundAnswer> {
    const leave = this.capacity.reserveInbound();
    try {
      const answer = await this.unitOfWork.run(() => this.decision.decide(offer, leave !== null));
      const carrier = this.carriers.find(offer.carrier);
      if (answer.kind === 'admitted' && carrier) {
        const { callId, accountId } = offer;
        this.activeLegs.add({ callId, attempt: INBOUND_ATTEMPT, accountId, handler: this.progress, carrier });
      }
      return answer;
    } finally {
      leave?.();
    }
  }
}
