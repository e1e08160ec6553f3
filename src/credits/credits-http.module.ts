import { Module } from '@nestjs/common';
import { CreditsModule } from './credits.module';
import { CreditsController } from './http/credits.controller';

@Module({ imports: [CreditsModule], controllers: [CreditsController] })
export class CreditsHttpModule {}
