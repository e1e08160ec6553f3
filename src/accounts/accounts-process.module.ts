// Apart from accounts.module.ts: controllers would add a third to the start time of commands.
import { Module } from '@nestjs/common';
import type { ProcessRoles } from '../platform/config/process-roles';
import { AccountsModule } from './accounts.module';
import { ConsoleDoNotCallController } from './http/console-do-not-call.controller';
import { ConsoleSettingsController } from './http/console-settings.controller';
import { DoNotCallController } from './http/do-not-call.controller';

@Module({
  imports: [AccountsModule],
  controllers: [ConsoleDoNotCallController, ConsoleSettingsController, DoNotCallController],
})
class AccountsHttpModule {}

export function accountsModules({ api }: ProcessRoles) {
  return [AccountsModule, api && AccountsHttpModule];
}
