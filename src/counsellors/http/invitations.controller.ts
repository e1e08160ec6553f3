import { Controller, Get, Param, Post, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Operation } from '../../platform/http/operation';
import { Invitations, type ShownInvitation } from '../application/invitations';
import { InvitationErrorFilter } from './invitation-error.filter';
import { invitationPage, INVITATION_HEADERS } from './invitation.page';

/** Serves the invitation page. GET changes nothing, because mail scanners follow links; the button accepts. */
@ApiExcludeController()
@Controller('invitations')
@UseFilters(InvitationErrorFilter)
export class InvitationsController {
  constructor(private readonly invitations: Invitations) {}

  @Get(':token')
  @Operation({ access: 'public', isLink: true, id: 'showInvitation', summary: 'Show an invitation' })
  async show(@Param('token') token: string, @Res() response: Response): Promise<void> {
    answer(response, await this.invitations.show(token));
  }

  @Post(':token')
  @Operation({ access: 'public', isLink: true, id: 'acceptInvitation', summary: 'Accept an invitation' })
  async accept(@Param('token') token: string, @Res() response: Response): Promise<void> {
    answer(response, await this.invitations.accept(token));
  }
}

function answer(response: Response, shown: ShownInvitation): void {
  response
    .status(shown.page === 'gone' ? 404 : 200)
    .set(INVITATION_HEADERS)
    .send(invitationPage(shown));
}
