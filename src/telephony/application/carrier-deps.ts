import type { TextTalk } from '../../conversation';
import type { Carrier, CarrierCapabilities, FactSink } from '../domain/carrier';
import type { CloudCarrierParts } from '../infrastructure/cloud/cloud-carrier';
import type { SipCarrierParts } from '../infrastructure/sip/sip-carrier';

/** Dependencies of carriers. */
export interface CarrierDeps {
  readonly facts: FactSink;
  readonly talk: TextTalk;
  readonly now: () => Date;
  /** How many times faster than real time simulated networks run. */
  readonly simulatorSpeed: number;
  /** What SIP trunks need; null in a process that holds no real calls. */
  readonly sip: Omit<SipCarrierParts, 'can' | 'facts' | 'talk' | 'now'> | null;
  /** What cloud trunks need; null in a process that holds no real calls. */
  readonly cloud: Omit<CloudCarrierParts, 'adapter' | 'can' | 'facts' | 'talk' | 'now'> | null;
}

/** A carrier that accounts can use. */
export interface CarrierEntry {
  /** Its name in accounts and in the operator's commands. */
  readonly name: string;
  readonly can: CarrierCapabilities;
  /** null: this process does not dial it. */
  readonly make: (deps: CarrierDeps) => Carrier | null;
}
