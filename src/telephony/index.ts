export { CarrierFacts } from './application/carrier-facts';
export { CARRIERS } from './application/carrier-registry';
export { Carriers } from './application/carriers';
export { Carrier, type CarrierFact, type DialAnswer, type FactOwner, type LegEnd } from './domain/carrier';
export { TelephonyModule } from './telephony.module';
