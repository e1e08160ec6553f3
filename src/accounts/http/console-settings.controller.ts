import { Body, Controller, Get, Patch } from '@nestjs/common';
import { AccountId, Operation } from '../../platform/http/operation';
import { OwnSettings } from '../application/own-settings';
import { SETTINGS } from './settings.answers';
import { ChangeSettingsRequest, settingsOf } from './settings.requests';

@Controller('console/api/settings')
export class ConsoleSettingsController {
  constructor(private readonly settings: OwnSettings) {}

  @Get()
  @Operation({
    access: ['calls:read'],
    id: 'consoleSettings',
    summary: "Read the account's settings and plan",
    answer: SETTINGS,
  })
  read(@AccountId() accountId: string) {
    return this.settings.view(accountId);
  }

  @Patch()
  @Operation({
    access: ['account:manage'],
    id: 'consoleChangeSettings',
    summary: 'Change settings; only what is sent changes',
    answer: SETTINGS,
    errors: ['setting_locked'],
    confirmed: ['listening', 'listening_notice', 'listening_human'],
  })
  change(@AccountId() accountId: string, @Body() body: ChangeSettingsRequest) {
    const fields = Object.entries(body).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    return this.settings.change(accountId, settingsOf(body), fields);
  }
}
