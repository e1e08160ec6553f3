// Apart from credits.module.ts: controllers would add a third to the start time of commands.
import { Module } from '@nestjs/common';
import type { ProcessRoles } from '../platform/config/process-roles';
import { CreditsModule } from './credits.module';
import { CreditsController } from './http/credits.controller';

@Module({ imports: [CreditsModule], controllers: [CreditsController] })
class CreditsHttpModule {}

export function creditsModules({ api }: ProcessRoles) {
  return [CreditsModule, api && CreditsHttpModule];
}
