import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Put, Req, Res } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentSession, Operation } from '../../platform/http/operation';
import type { Principal, ServiceRequest, SignedIn } from '../../platform/http/request-context';
import { DomainError } from '../../platform/kernel/domain-error';
import { Logins } from '../application/logins';
import { SessionReader } from '../application/session-reader';
import { Sessions } from '../application/sessions';
import { SignIn } from '../application/sign-in.service';
import { SESSION, SESSION_LIST, SIGNED_OUT } from './sign-in.answers';
import { ChangeMeRequest, ChangePasswordRequest, ConfirmRequest } from './sign-in.requests';
import { Visitors } from './visitors';

type Person = Principal & { readonly login: SignedIn };

const SIGNED_OUT_VIEW = { object: 'session' as const, signed_out: true as const };

/** Serves a person's own session, password and name, whatever their roles. */
@Controller('console/api')
export class SessionController {
  constructor(
    private readonly sessions: Sessions,
    private readonly reader: SessionReader,
    private readonly signIns: SignIn,
    private readonly logins: Logins,
    private readonly visitors: Visitors,
  ) {}

  @Get('session')
  @Operation({
    access: 'signed_in',
    id: 'consoleSession',
    summary: 'Who is signed in, and where',
    answer: SESSION,
  })
  read(@CurrentSession() { id }: Person) {
    return this.reader.view(id);
  }

  @Post('sign-out')
  @HttpCode(200)
  @Operation({ access: 'signed_in', id: 'consoleSignOut', summary: 'End this session', answer: SIGNED_OUT })
  async signOut(
    @CurrentSession() { id, login }: Person,
    @Req() request: ServiceRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.sessions.end(login.id, id);
    this.visitors.signedOut(request, response);
    return SIGNED_OUT_VIEW;
  }

  @Get('sessions')
  @Operation({
    access: 'signed_in',
    id: 'consoleSessions',
    summary: 'All sessions of the login',
    answer: SESSION_LIST,
  })
  list(@CurrentSession() { id, login }: Person) {
    return this.reader.list(login.id, id);
  }

  @Delete('sessions/:id')
  @HttpCode(200)
  @ApiParam({ name: 'id', description: 'The id of a session.', example: SESSION.example.id })
  @Operation({
    access: 'signed_in',
    id: 'consoleEndSession',
    summary: 'End one session of the login',
    answer: SIGNED_OUT,
    errors: ['not_found'],
  })
  async end(@CurrentSession() { login }: Person, @Param('id') id: string) {
    if (await this.sessions.end(login.id, id)) return SIGNED_OUT_VIEW;
    throw new DomainError('not_found', 'There is no such session.');
  }

  @Post('sessions/end-others')
  @HttpCode(200)
  @Operation({
    access: 'signed_in',
    id: 'consoleEndOtherSessions',
    summary: 'End all sessions of the login but this one',
    answer: SESSION_LIST,
  })
  async endOthers(@CurrentSession() { id, login }: Person) {
    await this.sessions.endOthers(login.id, id);
    return this.reader.list(login.id, id);
  }

  @Post('confirm')
  @HttpCode(200)
  @Operation({
    access: 'signed_in',
    id: 'consoleConfirm',
    summary: 'Enter the password again, for changes that need it',
    audited: false,
    answer: SESSION,
    errors: ['wrong_credentials'],
  })
  async confirm(
    @CurrentSession() { id, login }: Person,
    @Body() { password }: ConfirmRequest,
    @Req() request: ServiceRequest,
  ) {
    await this.signIns.confirm({ sessionId: id, loginId: login.id }, password, this.visitors.of(request));
    return this.reader.view(id);
  }

  @Put('password')
  @Operation({
    access: 'signed_in',
    id: 'consoleChangePassword',
    summary: 'Change the password; the other sessions end',
    answer: SESSION,
    errors: ['wrong_credentials'],
  })
  async changePassword(
    @CurrentSession() { id, login }: Person,
    @Body() { current_password: current, new_password: next }: ChangePasswordRequest,
    @Req() request: ServiceRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    const person = { sessionId: id, loginId: login.id };
    const session = await this.signIns.changePassword(person, { current, next }, this.visitors.of(request));
    return this.visitors.signedIn(session, request, response);
  }

  @Patch('me')
  @Operation({
    access: 'signed_in',
    id: 'consoleChangeMe',
    summary: "Change one's own name and mobile number",
    answer: SESSION,
  })
  async change(@CurrentSession() { id, login }: Person, @Body() body: ChangeMeRequest) {
    await this.logins.change(login.id, { name: body.name, mobileNumber: body.mobile_number });
    return this.reader.view(id);
  }
}
