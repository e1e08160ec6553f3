import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AccountId, CurrentKey, Idempotency, Operation } from '../../platform/http/operation';
import type { IdempotencyKey, Principal } from '../../platform/http/request-context';
import { CounsellorEditor } from '../application/counsellor-editor';
import { CounsellorReader } from '../application/counsellor-reader';
import { AddCounsellorRequest, ChangeCounsellorRequest } from './counsellor.requests';

/** The fields of a PATCH, in the description's order. */
const PATCH_FIELDS = ['name', 'mobile_number', 'carrier_extension', 'active'] as const;

@ApiTags('Counsellors')
@Controller('v1/counsellors')
export class CounsellorsController {
  constructor(
    private readonly editor: CounsellorEditor,
    private readonly reader: CounsellorReader,
  ) {}

  @Post()
  @HttpCode(200)
  @Operation({
    access: ['counsellors:manage'],
    id: 'addCounsellor',
    summary: 'Add a counsellor; created tells whether the person was none before',
    idempotent: true,
    errors: ['counsellor_not_manageable', 'email_in_use_elsewhere', 'carrier_extension_taken'],
  })
  add(
    @AccountId() accountId: string,
    @Body() body: AddCounsellorRequest,
    @Idempotency() key: IdempotencyKey | null,
  ) {
    const input = {
      name: body.name,
      email: body.email,
      mobileNumber: body.mobile_number ?? null,
      carrierExtension: body.carrier_extension ?? null,
      sendWelcomeEmail: body.send_welcome_email ?? true,
    };
    return this.editor.add(accountId, input, key);
  }

  @Get()
  @Operation({
    access: ['calls:read', 'counsellors:manage'],
    id: 'listCounsellors',
    summary: 'List active counsellors, by name',
  })
  list(@CurrentKey() { accountId, scopes }: Principal) {
    return this.reader.list(accountId, scopes.has('counsellors:manage'));
  }

  @Get(':id')
  @Operation({
    access: ['calls:read', 'counsellors:manage'],
    id: 'getCounsellor',
    summary: 'Read a counsellor; some fields need counsellors:manage',
    errors: ['counsellor_not_found'],
  })
  read(@CurrentKey() { accountId, scopes }: Principal, @Param('id') id: string) {
    return this.reader.view(accountId, id, scopes.has('counsellors:manage'));
  }

  @Patch(':id')
  @Operation({
    access: ['counsellors:manage'],
    id: 'changeCounsellor',
    summary: 'Change a counsellor; only what is sent changes',
    errors: ['counsellor_not_found', 'counsellor_not_manageable', 'carrier_extension_taken'],
  })
  change(@AccountId() accountId: string, @Param('id') id: string, @Body() body: ChangeCounsellorRequest) {
    return this.editor.change(accountId, id, {
      name: body.name,
      mobileNumber: body.mobile_number,
      carrierExtension: body.carrier_extension,
      active: body.active,
      fields: PATCH_FIELDS.filter((field) => body[field] !== undefined),
    });
  }

  @Delete(':id')
  @HttpCode(200)
  @Operation({
    access: ['counsellors:manage'],
    id: 'removeCounsellor',
    summary: 'Deactivate a counsellor; their waiting human calls are canceled',
    errors: ['counsellor_not_found', 'counsellor_not_manageable'],
  })
  remove(@AccountId() accountId: string, @Param('id') id: string) {
    return this.editor.remove(accountId, id);
  }
}
