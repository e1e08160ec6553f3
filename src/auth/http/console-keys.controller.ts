import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { AccountId, Idempotency, Operation } from '../../platform/http/operation';
import { PageQuery, pageSize } from '../../platform/http/fields/page.request';
import type { IdempotencyKey } from '../../platform/http/request-context';
import { AccountKeys } from '../application/account-keys';
import { API_KEY, API_KEYS, CREATED_KEY } from './key.answers';
import { CreateKeyRequest } from './key.requests';

@Controller('console/api/keys')
export class ConsoleKeysController {
  constructor(private readonly keys: AccountKeys) {}

  @Get()
  @Operation({
    access: ['account:manage'],
    id: 'consoleKeys',
    summary: 'List keys, newest first, revoked ones too',
    answer: API_KEYS,
  })
  list(@AccountId() accountId: string, @Query() query: PageQuery) {
    return this.keys.list(accountId, pageSize(query), query.starting_after);
  }

  @Post()
  @HttpCode(200)
  @Operation({
    access: ['account:manage'],
    confirmed: true,
    id: 'consoleCreateKey',
    summary: 'Make a key; its text is shown this once',
    idempotent: true,
    answer: CREATED_KEY,
  })
  create(
    @AccountId() accountId: string,
    @Body() { name, scopes, expires_on: expiresOn }: CreateKeyRequest,
    @Idempotency() key: IdempotencyKey | null,
  ) {
    return this.keys.create(accountId, { name, scopes, expiresOn: expiresOn ?? null }, key);
  }

  @Post(':id/revoke')
  @HttpCode(200)
  @ApiParam({ name: 'id', description: 'The id of a key.', example: API_KEY.example.id })
  @Operation({
    access: ['account:manage'],
    confirmed: true,
    id: 'consoleRevokeKey',
    summary: 'Stop a key at once; calls that it queued go ahead',
    answer: API_KEY,
    errors: ['not_found'],
  })
  revoke(@AccountId() accountId: string, @Param('id') id: string) {
    return this.keys.revoke(accountId, id);
  }
}
