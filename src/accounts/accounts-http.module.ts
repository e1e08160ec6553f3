import { Module } from '@nestjs/common';
import { AccountsModule } from './accounts.module';
import { DoNotCallController } from './http/do-not-call.controller';

@Module({ imports: [AccountsModule], controllers: [DoNotCallController] })
export class AccountsHttpModule {}
