import { Controller, Get, Param } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { AccountId, Operation } from '../../platform/http/operation';
import { Invocations } from '../application/invocations';
import { INVOCATION, INVOCATION_LIST } from './tool.answers';

@ApiTags('Calls')
@Controller('v1/calls')
export class InvocationsController {
  constructor(private readonly invocations: Invocations) {}

  @Get(':id/tools')
  @ApiParam({ name: 'id', description: 'The id of a call.', example: INVOCATION.example.call_id ?? '' })
  @Operation({
    access: ['calls:read'],
    id: 'listCallTools',
    summary: 'List every use of tools in a call, oldest first',
    answer: INVOCATION_LIST,
    errors: ['not_found'],
  })
  list(@AccountId() accountId: string, @Param('id') id: string) {
    return this.invocations.list(accountId, id);
  }
}
