import type { TextTalk } from '../../conversation';
import type { Carrier, CarrierCapabilities, FactSink } from '../domain/carrier';
import { SIMULATORS } from '../infrastructure/simulator/simulators';

/** What carriers are made of. */
interface CarrierDeps {
  readonly facts: FactSink;
  readonly talk: TextTalk;
  readonly now: () => Date;
  /** How many times faster than life simulated networks are. */
  readonly simulatorSpeed: number;
}

/** A carrier that accounts may have. */
export interface CarrierEntry {
  /** As accounts and the operator's commands name it. */
  readonly name: string;
  readonly can: CarrierCapabilities;
  make(deps: CarrierDeps): Carrier;
}

/** All carriers of the service; to add one, write its class and add its line. */
export const CARRIERS: readonly CarrierEntry[] = [...SIMULATORS];
