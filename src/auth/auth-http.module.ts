import { Module } from '@nestjs/common';
import { KeyUses } from './application/key-uses';
import { AuthModule } from './auth.module';
import { KeyGuard } from './http/key.guard';
import { ScopeGuard } from './http/scope.guard';

export { KeyGuard, ScopeGuard };

/** The checks of every request: who asks, and may this key ask that. */
@Module({
  imports: [AuthModule],
  providers: [KeyUses, KeyGuard, ScopeGuard],
  exports: [KeyGuard, ScopeGuard],
})
export class AuthHttpModule {}
