import { Body, Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Config } from '../../platform/config/config';
import { Operation } from '../../platform/http/operation';
import type { ServiceRequest } from '../../platform/http/request-context';
import { ForgottenPassword } from '../application/forgotten-password';
import { LinkMail } from '../application/link-mail';
import { SetupLink } from '../application/setup-link';
import { SignIn } from '../application/sign-in.service';
import { LINK_REQUEST, SERVICE, SESSION } from './sign-in.answers';
import { ForgotRequest, SignInRequest } from './sign-in.requests';
import { Visitors } from './visitors';
import { DomainError } from '../../platform/kernel/domain-error';
import { wrongCredentials } from '../domain/sign-in-errors';

@Controller('console/api')
export class SignInController {
  constructor(
    private readonly setupLink: SetupLink,
    private readonly signIns: SignIn,
    private readonly forgotten: ForgottenPassword,
    private readonly mail: LinkMail,
    private readonly visitors: Visitors,
    private readonly config: Config,
  ) {}

  @Get('service')
  @Operation({
    access: 'anonymous',
    id: 'consoleService',
    summary: 'What the sign-in page needs',
    answer: SERVICE,
  })
  async service(@Req() request: ServiceRequest) {
    const { publicUrl } = this.config;
    return {
      object: 'service' as const,
      setup_needed: await this.setupLink.isNeeded(),
      sends_mail: this.mail.delivers,
      sign_in_at: publicUrl?.startsWith('https:') && !request.secure ? publicUrl : null,
    };
  }

  @Post('sign-in')
  @HttpCode(200)
  @Operation({
    access: 'anonymous',
    id: 'consoleSignIn',
    summary: 'Sign in with a password',
    answer: SESSION,
    errors: ['wrong_credentials', 'rate_limited'],
  })
  async signIn(
    @Body() { email, password }: SignInRequest,
    @Req() request: ServiceRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    const session = await this.signIns.signIn(email, password, this.visitors.of(request));
    return this.visitors.signedIn(session, request, response).catch((error: unknown) => {
      // A link that is redeemed at the same moment ends the new session and replaces the password.
      throw error instanceof DomainError && error.code === 'not_signed_in' ? wrongCredentials() : error;
    });
  }

  @Post('forgot')
  @HttpCode(200)
  @Operation({
    access: 'anonymous',
    id: 'consoleForgot',
    summary: 'Ask for a link to choose a new password',
    answer: LINK_REQUEST,
    errors: ['rate_limited'],
  })
  async forgot(
    @Body() { email }: ForgotRequest,
    @Req() request: ServiceRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.forgotten.countRequest(this.visitors.of(request));
    // After the response, so that its time reveals nothing about the e-mail.
    response.once('finish', () => void this.forgotten.send(email));
    return { object: 'link_request' as const, accepted: true as const };
  }
}
