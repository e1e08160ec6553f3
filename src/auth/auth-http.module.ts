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
export class AuthHttpModule {}
