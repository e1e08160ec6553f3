import { networkInterfaces } from 'node:os';
import { Injectable } from '@nestjs/common';
import type { TelephonyConfig } from '../../platform/config/config-telephony';
import { inNetworks } from '../../sip';
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

  get hasAny(): boolean {
    return this.stack.hasTrialPhones;
  }

  all(): RegisteredTrialPhone[] {
    return this.stack.trialPhones;
  }
}

/** Addresses with which softphones register, those for other devices first. */
export function softphoneServers({ host, publicAddress, localNets }: TelephonyConfig['sip']): string[] {
  if (publicAddress !== null) return [publicAddress];
  if (host !== '0.0.0.0') return [host];
  const own = Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.filter(({ address }) => inNetworks(address, localNets)),
  );
  return own.sort((a, b) => Number(a.internal) - Number(b.internal)).map(({ address }) => address);
}
