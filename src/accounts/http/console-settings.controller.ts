import { Body, Controller, Get, Patch } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { requireConfirmed } from '../../platform/http/confirmed';
import { AccountId, CurrentPrincipal, Operation } from '../../platform/http/operation';
import type { AccountPrincipal } from '../../platform/http/request-context';
import { OwnSettings } from '../application/own-settings';
import { LISTENING_FIELDS } from '../domain/listening';
import { SETTINGS } from './settings.answers';
import { ChangeSettingsRequest, settingsOf } from './settings.requests';

@Controller('console/api/settings')
export class ConsoleSettingsController {
  constructor(
    private readonly settings: OwnSettings,
    private readonly clock: Clock,
  ) {}

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
    errors: ['setting_locked', 'confirmation_needed'],
  })
  change(@CurrentPrincipal() principal: AccountPrincipal, @Body() body: ChangeSettingsRequest) {
    const fields = Object.entries(body).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    if (LISTENING_FIELDS.some((name) => fields.includes(name))) requireConfirmed(principal, this.clock.now());
    return this.settings.change(principal.accountId, settingsOf(body), fields);
  }
}
