import { Injectable } from '@nestjs/common';
import { type CallPageFilter, CallPages, PAGE_CONDITIONS } from '../../calling';
import { RowMap } from '../../platform/database/row-map';
import type { HumanCallState } from '../domain/human-call-state';
import { HumanCallSchema } from './human-call.schema';

export interface HumanCallFilter extends CallPageFilter {
  readonly counsellorId?: string | undefined;
}

@Injectable()
export class HumanCallListRepository extends CallPages<HumanCallState, HumanCallFilter> {
  protected override readonly table = 'human_calls';
  protected override readonly rows = new RowMap<HumanCallState>(HumanCallSchema);
  protected override readonly conditions = { ...PAGE_CONDITIONS, counsellorId: 't.counsellor_id = $' };
}
