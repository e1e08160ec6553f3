import { Module } from '@nestjs/common';
import { ApiKeys } from './application/api-keys.service';
import { KeyUses } from './application/key-uses';
import { KeyGuard } from './http/key.guard';
import { ScopeGuard } from './http/scope.guard';
import { KeyRepository } from './infrastructure/key.repository';

export { KeyGuard, ScopeGuard };

@Module({
  providers: [ApiKeys, KeyUses, KeyRepository, KeyGuard, ScopeGuard],
  exports: [ApiKeys, KeyGuard, ScopeGuard],
})
export class AuthModule {}
