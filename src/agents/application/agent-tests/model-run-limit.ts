import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock';
import { beyondLimit, type OperationLimit } from '../../../platform/http/rate-limit/operation-limit';
import { RateLog } from '../../../platform/http/rate-limit/request-counts';
import { DAY_MS } from '../../../platform/kernel/time/durations';

const LIMIT: OperationLimit = {
  kind: 'agent-tests-model',
  of: 'account',
  max: 200,
  windowMs: DAY_MS,
  label: 'runs of tests by a model in 24 hours in one account',
};

/** Bounds what the tests of an account cost at the model. */
@Injectable()
export class ModelRunLimit {
  constructor(
    private readonly log: RateLog,
    private readonly clock: Clock,
  ) {}

  /** @throws RetryLater */
  async count(accountId: string): Promise<void> {
    const id = `${LIMIT.kind}:${accountId}`;
    const { admitted, resetMs } = await this.log.admit(id, this.clock.nowMs(), LIMIT);
    if (!admitted) throw beyondLimit(LIMIT, resetMs);
  }
}
