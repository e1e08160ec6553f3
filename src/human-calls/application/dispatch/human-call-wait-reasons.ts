import { Injectable } from '@nestjs/common';
import { Accounts, CallingLines, CallingRules } from '../../../accounts';
import { WAITS_FOR_CREDITS, WAITS_FOR_NUMBER, waitsForLine } from '../../../calling';
import { Credits } from '../../../credits';
import { Carriers } from '../../../carriers';
import { TrunkWaitReasons } from '../../../trunks';
import type { HumanCallState } from '../../domain/human-call-state';
import { HumanCallRepository } from '../../infrastructure/human-call.repository';

/** Why human calls wait, computed on read from the current lines and calls. */
@Injectable()
export class HumanCallWaitReasons {
  constructor(
    private readonly accounts: Accounts,
    private readonly lines: CallingLines,
    private readonly credits: Credits,
    private readonly carriers: Carriers,
    private readonly trunkWaitReasons: TrunkWaitReasons,
    private readonly calls: HumanCallRepository,
  ) {}

  /** What each call waits for. All calls must belong to the account. */
  async of(accountId: string, calls: readonly HumanCallState[]): Promise<Map<string, string>> {
    const waiting = calls.filter(({ status }) => status === 'queued');
    if (waiting.length === 0) return new Map();
    const account = await this.accounts.get(accountId);
    const { policy, timeZone } = CallingRules.of(account);
    const { linesInUse } = await this.lines.read(accountId, policy);
    const busy = await this.calls.onCall([...new Set(waiting.map(({ counsellorId }) => counsellorId))]);
    const inUse = await this.lines.numbersInUse(
      accountId,
      waiting.map(({ phoneNumber }) => phoneNumber),
    );
    const lacksCredits = await this.#lacksCredits(accountId);
    const capabilities = this.carriers.of(account)?.capabilities;
    const firstTrunkOnly = capabilities?.rings === 'sip_extension';
    const trunk = capabilities?.overTrunks
      ? await this.trunkWaitReasons.reason(accountId, timeZone, 2, firstTrunkOnly)
      : null;
    const reasons = new Map<string, string>();
    for (const { id, counsellorId, phoneNumber, hosted } of waiting) {
      const reason = [
        busy.has(counsellorId) ? 'The counsellor is on another call.' : null,
        inUse.has(phoneNumber) ? WAITS_FOR_NUMBER : null,
        linesInUse >= policy.lines ? waitsForLine(policy.lines) : null,
        trunk,
        hosted && lacksCredits ? WAITS_FOR_CREDITS : null,
      ].find((found) => found !== null);
      if (reason !== undefined) reasons.set(id, reason);
    }
    return this.#ofQueued(reasons);
  }

  /** A call that was dialed in the meantime is itself the one on which its counsellor is. */
  async #ofQueued(reasons: ReadonlyMap<string, string>): Promise<Map<string, string>> {
    if (reasons.size === 0) return new Map();
    const queued = await this.calls.queuedOf([...reasons.keys()]);
    return new Map([...reasons].filter(([id]) => queued.has(id)));
  }

  async #lacksCredits(accountId: string): Promise<boolean> {
    const { available, rates } = await this.credits.standing(accountId);
    return available < rates.humanCall;
  }
}
