import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { AccountId, CurrentPrincipal, Idempotency, Operation } from '../../platform/http/operation';
import type { AccountPrincipal, IdempotencyKey } from '../../platform/http/request-context';
import { CounsellorEditor } from '../application/counsellor-editor';
import { CounsellorReader } from '../application/counsellor-reader';
import {
  ADDED_COUNSELLOR,
  CHANGED_COUNSELLOR,
  COUNSELLOR,
  COUNSELLOR_LIST,
  REMOVED_COUNSELLOR,
} from './counsellor.answers';
import { AddCounsellorRequest, ChangeCounsellorRequest } from './counsellor.requests';

/** In the order of the API's description. */
const PATCH_FIELDS = ['name', 'mobile_number', 'carrier_extension', 'active'] as const;

const COUNSELLOR_ID = ApiParam({
  name: 'id',
  description: 'The id of a counsellor.',
  example: COUNSELLOR.example.id,
});

const NEW_BODIES = {
  by_phone: { name: 'Kabir Rao', email: 'kabir@example.com', mobile_number: '+919876541001' },
  by_extension: {
    name: 'Zoya Khan',
    email: 'zoya@example.com',
    carrier_extension: '1002',
    send_welcome_email: false,
  },
};

const CHANGE_BODIES = {
  new_number: { mobile_number: '+919876541003' },
  without_extension: { carrier_extension: null },
  deactivate: { active: false },
  reactivate: { active: true },
};

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
    confirmed: true,
    id: 'addCounsellor',
    summary: 'Add a counsellor; created tells whether the person was none before',
    idempotent: true,
    answer: ADDED_COUNSELLOR,
    bodies: NEW_BODIES,
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
    answer: COUNSELLOR_LIST,
  })
  list(@CurrentPrincipal() { accountId, scopes }: AccountPrincipal) {
    return this.reader.list(accountId, scopes.has('counsellors:manage'));
  }

  @Get(':id')
  @COUNSELLOR_ID
  @Operation({
    access: ['calls:read', 'counsellors:manage'],
    id: 'getCounsellor',
    summary: 'Read a counsellor; some fields need counsellors:manage',
    answer: COUNSELLOR,
    errors: ['counsellor_not_found'],
  })
  read(@CurrentPrincipal() { accountId, scopes }: AccountPrincipal, @Param('id') id: string) {
    return this.reader.view(accountId, id, scopes.has('counsellors:manage'));
  }

  @Patch(':id')
  @COUNSELLOR_ID
  @Operation({
    access: ['counsellors:manage'],
    confirmed: true,
    id: 'changeCounsellor',
    summary: 'Change a counsellor; only what is sent changes',
    answer: CHANGED_COUNSELLOR,
    bodies: CHANGE_BODIES,
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
  @COUNSELLOR_ID
  @HttpCode(200)
  @Operation({
    access: ['counsellors:manage'],
    confirmed: true,
    id: 'removeCounsellor',
    summary: 'Deactivate a counsellor; their waiting human calls are canceled',
    answer: REMOVED_COUNSELLOR,
    errors: ['counsellor_not_found', 'counsellor_not_manageable'],
  })
  remove(@AccountId() accountId: string, @Param('id') id: string) {
    return this.editor.remove(accountId, id);
  }
}
