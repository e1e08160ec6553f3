import { Body, Controller, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { CALL } from '../../calls';
import { contactOf } from '../../platform/http/fields/contact.request';
import { CurrentPrincipal, Operation } from '../../platform/http/operation';
import type { AccountPrincipal } from '../../platform/http/request-context';
import { TrialPhones } from '../application/trial-phone/trial-phones';
import { NEW_TRIAL_PHONE, REMOVED_TRIAL_PHONE, TRIAL_PHONE } from './trial-phone.answers';
import { RingRequest, TrialPhoneRequest } from './trial-phone.requests';

@Controller('console/api/trial-phone')
export class ConsoleTrialPhoneController {
  constructor(private readonly phones: TrialPhones) {}

  @Get()
  @Operation({
    access: ['account:manage'],
    id: 'consoleTrialPhone',
    summary: 'Read the trial phone',
    answer: TRIAL_PHONE,
  })
  read(@CurrentPrincipal() principal: AccountPrincipal) {
    return this.phones.read(principal);
  }

  @Post()
  @HttpCode(200)
  @Operation({
    access: ['account:manage'],
    confirmed: true,
    id: 'consoleSetUpTrialPhone',
    summary: 'Set up a trial phone; its password is shown this once',
    optionalBody: true,
    answer: NEW_TRIAL_PHONE,
    errors: ['trial_phone_exists', 'trial_phone_off'],
  })
  create(@CurrentPrincipal() principal: AccountPrincipal) {
    return this.phones.create(principal);
  }

  @Patch()
  @Operation({
    access: ['account:manage'],
    confirmed: true,
    id: 'consoleChangeTrialPhone',
    summary: 'Choose the agent that answers the trial phone',
    answer: TRIAL_PHONE,
    errors: ['not_found', 'agent_not_found'],
  })
  change(@CurrentPrincipal() principal: AccountPrincipal, @Body() body: TrialPhoneRequest) {
    return this.phones.setAgent(principal, body.agent_id);
  }

  @Delete()
  @Operation({
    access: ['account:manage'],
    confirmed: true,
    id: 'consoleRemoveTrialPhone',
    summary: 'Remove the trial phone; running calls go on',
    answer: REMOVED_TRIAL_PHONE,
    errors: ['not_found'],
  })
  remove(@CurrentPrincipal() principal: AccountPrincipal) {
    return this.phones.remove(principal);
  }

  @Post('password')
  @HttpCode(200)
  @Operation({
    access: ['account:manage'],
    confirmed: true,
    id: 'consoleRenewTrialPhonePassword',
    summary: 'Make a new password; the registered softphone ends',
    optionalBody: true,
    answer: NEW_TRIAL_PHONE,
    errors: ['not_found'],
  })
  renewPassword(@CurrentPrincipal() principal: AccountPrincipal) {
    return this.phones.renewPassword(principal);
  }

  @Post('ring')
  @HttpCode(200)
  @Operation({
    access: ['account:manage'],
    id: 'consoleRingTrialPhone',
    summary: 'Ring the trial phone: a test call on the real network',
    optionalBody: true,
    answer: CALL,
    errors: [
      'trial_phone_off',
      'no_softphone',
      'no_default_agent',
      'agent_not_found',
      'agent_disabled',
      'agent_cannot_talk',
      'rate_limited',
      'no_room',
      'call_already_queued',
    ],
  })
  ring(@CurrentPrincipal() principal: AccountPrincipal, @Body() body?: RingRequest) {
    const { agent_id: agentId, contact, variables = {} } = body ?? {};
    return this.phones.ring(principal, { agentId, contact: contactOf(contact), variables });
  }
}
