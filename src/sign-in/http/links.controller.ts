import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Operation } from '../../platform/http/operation';
import type { ServiceRequest } from '../../platform/http/request-context';
import { LinkRedeeming } from '../application/link-redeeming';
import { SetUp } from '../application/set-up';
import { LINK, SESSION } from './sign-in.answers';
import { InspectLinkRequest, RedeemLinkRequest, SetUpRequest } from './sign-in.requests';
import { Visitors } from './visitors';

/** One-time links: the set-up link, invitations and new passwords. */
@Controller('console/api')
export class LinksController {
  constructor(
    private readonly setUp: SetUp,
    private readonly links: LinkRedeeming,
    private readonly visitors: Visitors,
  ) {}

  @Post('setup')
  @HttpCode(200)
  @Operation({
    access: 'anonymous',
    id: 'consoleSetUp',
    summary: 'Make the first admin, by the link that the start prints',
    answer: SESSION,
    lateProblems: (find, { body }) => {
      const { token, account_name: accountName } = body as Partial<SetUpRequest>;
      return find(SetUp).missingFields(typeof token === 'string' ? token : '', accountName);
    },
    errors: ['not_found', 'rate_limited'],
  })
  async run(
    @Body() body: SetUpRequest,
    @Req() request: ServiceRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { token, name, email, password, account_name: accountName, timezone } = body;
    const person = { token, name, email, password, accountName, timezone };
    return this.visitors.signedIn(await this.setUp.run(person, this.visitors.of(request)), request, response);
  }

  @Post('links/inspect')
  @HttpCode(200)
  @Operation({
    access: 'anonymous',
    id: 'consoleInspectLink',
    summary: 'Read whose one-time link it is; uses nothing up',
    answer: LINK,
    errors: ['not_found'],
  })
  inspect(@Body() { token }: InspectLinkRequest) {
    return this.links.inspect(token);
  }

  @Post('links/redeem')
  @HttpCode(200)
  @Operation({
    access: 'anonymous',
    id: 'consoleRedeemLink',
    summary: 'Choose a password by a one-time link, and sign in',
    answer: SESSION,
    errors: ['not_found', 'rate_limited'],
  })
  async redeem(
    @Body() { token, password }: RedeemLinkRequest,
    @Req() request: ServiceRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    const session = await this.links.redeem(token, password, this.visitors.of(request));
    return this.visitors.signedIn(session, request, response);
  }
}
