import type { TextTalk } from '../../conversation';
import type { Carrier, CarrierCapabilities, CarrierEventSink } from '../domain/carrier';
import type { CloudCarrierOptions } from '../infrastructure/cloud/cloud-carrier';
import type { SipCarrierOptions } from '../infrastructure/sip/sip-carrier';

export interface CarrierDependencies {
  readonly events: CarrierEventSink;
  readonly talk: TextTalk;
  readonly now: () => Date;
  /** How many times faster than real time simulated networks run. */
  readonly simulatorSpeed: number;
  /** null in a process without real calls. */
  readonly sip: Omit<SipCarrierOptions, 'capabilities' | 'events' | 'talk' | 'now'> | null;
  /** null in a process without real calls. */
  readonly cloud: Omit<CloudCarrierOptions, 'adapter' | 'capabilities' | 'events' | 'talk' | 'now'> | null;
}

export interface CarrierEntry {
  readonly name: string;
  readonly capabilities: CarrierCapabilities;
  /** null: this process does not dial it. */
  readonly make: (deps: CarrierDependencies) => Carrier | null;
}
