export { Credits } from './application/credits.service';
export { CreditsModule } from './credits.module';
