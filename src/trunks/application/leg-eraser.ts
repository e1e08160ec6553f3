import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Eraser, Erasers, type Erasure } from '../../platform/erasure/erasers';
import { LegRepository } from '../infrastructure/leg.repository';
import { TraceRepository } from '../infrastructure/trace.repository';

/** Erases a contact from legs and traces: numbers and messages. Times, trunks and statuses stay. */
@Injectable()
export class LegEraser implements Eraser, OnModuleInit {
  constructor(
    private readonly erasers: Erasers,
    private readonly legs: LegRepository,
    private readonly traces: TraceRepository,
  ) {}

  onModuleInit(): void {
    this.erasers.register('telephony', this);
  }

  async erase({ callIds, accountId, phoneNumber }: Erasure) {
    // The legs name the traces with the number, until they are erased.
    const traces = await this.traces.erase(callIds, accountId, phoneNumber);
    return { legs: await this.legs.eraseNumbers(callIds, accountId, phoneNumber), traces };
  }
}
