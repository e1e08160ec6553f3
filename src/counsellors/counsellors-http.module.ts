import { Module } from '@nestjs/common';
import { CounsellorsModule } from './counsellors.module';
import { CounsellorsController } from './http/counsellors.controller';
import { ConsoleCounsellorsController } from './http/console-counsellors.controller';
import { ConsoleMembersController } from './http/console-members.controller';
import { InvitationsController } from './http/invitations.controller';

@Module({
  imports: [CounsellorsModule],
  controllers: [
    CounsellorsController,
    InvitationsController,
    ConsoleCounsellorsController,
    ConsoleMembersController,
  ],
})
export class CounsellorsHttpModule {}
