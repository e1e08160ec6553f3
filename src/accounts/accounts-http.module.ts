import { Module } from '@nestjs/common';
import { AccountsModule } from './accounts.module';
import { ConsoleSettingsController } from './http/console-settings.controller';
import { DoNotCallController } from './http/do-not-call.controller';

@Module({ imports: [AccountsModule], controllers: [ConsoleSettingsController, DoNotCallController] })
export class AccountsHttpModule {}
