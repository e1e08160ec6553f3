import { Injectable } from '@nestjs/common';
import { SipStack } from '../infrastructure/sip/sip-stack';

export interface RegisteredTrialPhone {
  readonly trunkId: string;
  readonly accountId: string;
  readonly username: string;
}

/** The trial phones that this process can ring. */
@Injectable()
export class RegisteredTrialPhones {
  constructor(private readonly stack: SipStack) {}

  all(): RegisteredTrialPhone[] {
    return this.stack.trialPhones;
  }
}
