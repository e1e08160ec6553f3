import { Injectable } from '@nestjs/common';
import { type CallPageFilter, CallPages, PAGE_CONDITIONS } from '../../calling';
import type { CallState } from '../domain/call-state';
import { rows } from './call-rows';

export interface CallFilter extends CallPageFilter {
  readonly batchId?: string | undefined;
  readonly agentId?: string | undefined;
  readonly test?: boolean | undefined;
  readonly direction?: string | undefined;
  readonly firstCallId?: string | undefined;
  readonly isLatestAttempt?: boolean | undefined;
}

@Injectable()
export class CallListRepository extends CallPages<CallState, CallFilter> {
  protected override readonly table = 'calls';
  protected override readonly rows = rows;
  protected override readonly conditions = {
    ...PAGE_CONDITIONS,
    batchId: 't.batch_id = $',
    agentId: 't.agent_id = $',
    test: 't.test = $',
    firstCallId: 't.first_call_id = $',
    isLatestAttempt: '(t.next_call_id IS NULL) = $',
    direction: "coalesce(t.direction, 'outbound') = $",
  };
}
