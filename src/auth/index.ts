export { ApiKeys } from './application/api-keys.service';
export { AuthModule, KeyGuard, ScopeGuard } from './auth.module';
