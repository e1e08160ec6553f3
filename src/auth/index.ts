export { ApiKeys } from './application/api-keys.service';
export { AuthModule } from './auth.module';
