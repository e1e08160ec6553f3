import type { TextTalk } from '../../conversation';
import type { Carrier, CarrierCapabilities, FactSink } from '../domain/carrier';
import { REAL_CARRIERS } from './real-carriers';
import { SIMULATORS } from '../infrastructure/simulator/simulators';

/** Dependencies of carriers. */
interface CarrierDeps {
  readonly facts: FactSink;
  readonly talk: TextTalk;
  readonly now: () => Date;
  /** How many times faster than real time simulated networks run. */
  readonly simulatorSpeed: number;
}

/** A carrier that accounts can use. */
export interface CarrierEntry {
  /** Its name in accounts and in the operator's commands. */
  readonly name: string;
  readonly can: CarrierCapabilities;
  /** null: no process of this version dials it, and its calls wait. */
  readonly make: ((deps: CarrierDeps) => Carrier) | null;
}

/** All carriers. To add one, write its class and add a line. */
export const CARRIERS: readonly CarrierEntry[] = [...SIMULATORS, ...REAL_CARRIERS];
