import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { CurrentPrincipal, Operation } from '../../platform/http/operation';
import type { AccountPrincipal } from '../../platform/http/request-context';
import { Preferences } from '../application/preferences';
import { PREFERENCES, REMOVED_VIEW, SAVED_VIEW } from './preferences.answers';
import { PreferencesRequest, SavedViewRequest } from './preferences.requests';

const SHARED = { access: ['calls:read'], audited: false } as const;

@Controller('console/api')
export class PreferencesController {
  constructor(private readonly preferences: Preferences) {}

  @Get('preferences')
  @Operation({
    access: SHARED.access,
    id: 'consolePreferences',
    summary: 'What one keeps in the console, in this account',
    answer: PREFERENCES,
  })
  read(@CurrentPrincipal() principal: AccountPrincipal) {
    return this.preferences.view(ownerOf(principal));
  }

  @Patch('preferences')
  @Operation({
    ...SHARED,
    id: 'consoleChangePreferences',
    summary: 'Hide or show "Get started"',
    answer: PREFERENCES,
  })
  change(
    @CurrentPrincipal() principal: AccountPrincipal,
    @Body() { get_started_hidden }: PreferencesRequest,
  ) {
    const owner = ownerOf(principal);
    if (get_started_hidden === undefined) return this.preferences.view(owner);
    return this.preferences.hideGetStarted(owner, get_started_hidden);
  }

  @Post('saved-views')
  @HttpCode(200)
  @Operation({
    ...SHARED,
    id: 'consoleSaveView',
    summary: 'Keep filters of Calls under a name, at most 30',
    answer: SAVED_VIEW,
  })
  save(@CurrentPrincipal() principal: AccountPrincipal, @Body() { name, filters }: SavedViewRequest) {
    const set = Object.entries(filters).filter((entry): entry is [string, string] => Boolean(entry[1]));
    return this.preferences.save(ownerOf(principal), name, Object.fromEntries(set));
  }

  @Delete('saved-views/:id')
  @ApiParam({ name: 'id', description: 'The id of a saved view.', example: SAVED_VIEW.example.id })
  @Operation({
    ...SHARED,
    id: 'consoleRemoveView',
    summary: 'Delete a saved view',
    answer: REMOVED_VIEW,
    errors: ['not_found'],
  })
  remove(@CurrentPrincipal() principal: AccountPrincipal, @Param('id') id: string) {
    return this.preferences.remove(ownerOf(principal), id);
  }
}

function ownerOf({ accountId, login }: AccountPrincipal) {
  if (!login) throw new Error('the console needs a session');
  return { accountId, loginId: login.id };
}
