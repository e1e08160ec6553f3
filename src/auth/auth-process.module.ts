// Apart from auth.module.ts: controllers would add a third to the start time of commands.
import { Module } from '@nestjs/common';
import { AccountKeys } from './application/account-keys';
import { KeyUses } from './application/key-uses';
import { AuthModule } from './auth.module';
import { ConsoleKeysController } from './http/console-keys.controller';
import { KeyGuard } from './http/key.guard';
import { ScopeGuard } from './http/scope.guard';

export { KeyGuard, ScopeGuard };

@Module({
  imports: [AuthModule],
  controllers: [ConsoleKeysController],
  providers: [AccountKeys, KeyUses, KeyGuard, ScopeGuard],
  exports: [KeyGuard, ScopeGuard],
})
class AuthHttpModule {}

/** Every process checks keys: /metrics and unknown paths have the same guards. */
export function authModules() {
  return [AuthModule, AuthHttpModule];
}
