import type { TextTalk } from '../../conversation';
import type { Carrier, CarrierCapabilities, FactSink } from '../domain/carrier';
import { REAL_CARRIERS } from './real-carriers';
import type { SipCarrierParts } from '../infrastructure/sip/sip-carrier';
import { SIMULATORS } from '../infrastructure/simulator/simulators';

/** Dependencies of carriers. */
export interface CarrierDeps {
  readonly facts: FactSink;
  readonly talk: TextTalk;
  readonly now: () => Date;
  /** How many times faster than real time simulated networks run. */
  readonly simulatorSpeed: number;
  /** What SIP trunks need; null in a process that holds no real calls. */
  readonly sip: Omit<SipCarrierParts, 'can' | 'facts' | 'talk' | 'now'> | null;
}

/** A carrier that accounts can use. */
export interface CarrierEntry {
  /** Its name in accounts and in the operator's commands. */
  readonly name: string;
  readonly can: CarrierCapabilities;
  /** null: this process does not dial it. */
  readonly make: (deps: CarrierDeps) => Carrier | null;
}

/** All carriers. To add one, write its class and add a line. */
export const CARRIERS: readonly CarrierEntry[] = [...SIMULATORS, ...REAL_CARRIERS];
