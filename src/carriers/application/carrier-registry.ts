import { REAL_CARRIERS } from './real-carriers';
import type { CarrierEntry } from './carrier-dependencies';
import { SIMULATORS } from '../infrastructure/simulator/simulators';

/** All carriers. To add one, write its class and add a line. */
export const CARRIERS: readonly CarrierEntry[] = [...SIMULATORS, ...REAL_CARRIERS];
