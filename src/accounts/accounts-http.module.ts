import { Module } from '@nestjs/common';
import { AccountsModule } from './accounts.module';
import { ConsoleDoNotCallController } from './http/console-do-not-call.controller';
import { ConsoleSettingsController } from './http/console-settings.controller';
import { DoNotCallController } from './http/do-not-call.controller';

@Module({
  imports: [AccountsModule],
  controllers: [ConsoleDoNotCallController, ConsoleSettingsController, DoNotCallController],
})
export class AccountsHttpModule {}
