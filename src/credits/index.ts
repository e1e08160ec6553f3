export { Credits } from './application/credits.service';
export { CreditsModule } from './credits.module';
export { DEFAULT_RATES, type StoredRates } from './domain/rates';
