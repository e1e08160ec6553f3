export { Carriers } from './application/carriers';
export { Carrier, type CarrierFact, CarrierFacts, type LegEnd } from './domain/carrier';
export { TelephonyModule } from './telephony.module';
