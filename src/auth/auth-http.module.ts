import { Module } from '@nestjs/common';
import { KeyUses } from './application/key-uses';
import { AuthModule } from './auth.module';
import { KeyGuard } from './http/key.guard';
import { ScopeGuard } from './http/scope.guard';

export { KeyGuard, ScopeGuard };

/** Authentication and authorization of every request. */
@Module({
  imports: [AuthModule],
  providers: [KeyUses, KeyGuard, ScopeGuard],
  exports: [KeyGuard, ScopeGuard],
})
export class AuthHttpModule {}
