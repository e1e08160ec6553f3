export { LegDialer } from './application/leg-dialer';
export { LegDrain } from './application/leg-drain';
export { LegOwner, type LegState, type Refusal } from './application/leg-owner';
export { LegMonitor } from './application/leg-monitor';
export { OwnedLegs } from './application/owned-legs';
export { type LaneTurn, type NextInLine, TrunkLane, TrunkLanes } from './application/trunk-lanes';
export { CallingModule } from './calling.module';
export { ringingDeadline, silentCarrierDeadline, talkDeadline } from './domain/leg-limits';
export { type LegReference, readReference, writeReference } from './domain/leg-reference';
