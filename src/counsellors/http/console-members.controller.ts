import { Body, Controller, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { AccountId, Idempotency, Operation } from '../../platform/http/operation';
import { PageQuery, pageSize } from '../../platform/http/fields/page.request';
import type { IdempotencyKey } from '../../platform/http/request-context';
import { MemberEditor } from '../application/member-editor';
import { MemberReader } from '../application/member-reader';
import { ADDED_MEMBER, CHANGED_MEMBER, LOGIN_LINK, MEMBER, MEMBER_LIST } from './member.answers';
import { AddMemberRequest, ChangeMemberRequest, MemberLinkRequest } from './member.requests';

const MEMBER_ID = ApiParam({ name: 'id', description: 'The id of a member.', example: MEMBER.example.id });

@Controller('console/api/members')
export class ConsoleMembersController {
  constructor(
    private readonly editor: MemberEditor,
    private readonly reader: MemberReader,
  ) {}

  @Get()
  @Operation({
    access: ['account:manage'],
    id: 'consoleMembers',
    summary: 'List members of every role and status, newest first',
    answer: MEMBER_LIST,
  })
  list(@AccountId() accountId: string, @Query() query: PageQuery) {
    return this.reader.list(accountId, pageSize(query), query.starting_after);
  }

  @Post()
  @HttpCode(200)
  @Operation({
    access: ['account:manage'],
    confirmed: true,
    id: 'consoleAddMember',
    summary: 'Invite a person',
    idempotent: true,
    answer: ADDED_MEMBER,
    errors: ['email_in_use_elsewhere'],
  })
  add(
    @AccountId() accountId: string,
    @Body() { name, email, roles }: AddMemberRequest,
    @Idempotency() key: IdempotencyKey | null,
  ) {
    return this.editor.add(accountId, { name, email, roles }, key);
  }

  @Patch(':id')
  @MEMBER_ID
  @Operation({
    access: ['account:manage'],
    confirmed: true,
    id: 'consoleChangeMember',
    summary: 'Change roles, remove or take back a member',
    answer: CHANGED_MEMBER,
    errors: ['not_found', 'last_admin'],
  })
  change(
    @AccountId() accountId: string,
    @Param('id') id: string,
    @Body() { roles, active }: ChangeMemberRequest,
  ) {
    return this.editor.change(accountId, id, { roles, active });
  }

  @Post(':id/link')
  @HttpCode(200)
  @MEMBER_ID
  @Operation({
    access: ['account:manage'],
    confirmed: true,
    id: 'consoleMemberLink',
    summary: 'Make a link with which a member chooses a password',
    answer: LOGIN_LINK,
    errors: ['not_found', 'member_not_manageable'],
  })
  link(@AccountId() accountId: string, @Param('id') id: string, @Body() { send }: MemberLinkRequest) {
    return this.reader.link(accountId, id, send);
  }
}
