import { Injectable } from '@nestjs/common';
import { INBOUND_REFUSALS, MediaCapacity } from '../../../carriers';
import { InboundChannels, SpeechStreamLimits, TrunkChannels } from '../../../trunks';
import { TestMinutes } from './test-minutes';
import { NO_CHANNEL } from './unrung';

const NO_MINUTES = 'The minutes of voice tests are used up.';

/** The channel of a ring, its speech streams and minutes. */
@Injectable()
export class TrialCapacity {
  constructor(
    private readonly free: InboundChannels,
    private readonly channels: TrunkChannels,
    private readonly streams: SpeechStreamLimits,
    private readonly minutes: TestMinutes,
    private readonly media: MediaCapacity,
  ) {}

  /** A sentence: why there is no place. The account's line row must be locked. */
  async find(trunkId: string, account: Parameters<TestMinutes['secondsLeft']>[0]) {
    if (!(await this.free.isFree(trunkId))) return NO_CHANNEL;
    // A ring does not wait.
    if (!this.media.hasRoom) return INBOUND_REFUSALS.process_full.reason;
    const secondsLeft = await this.minutes.secondsLeft(account);
    if (secondsLeft === 0) return NO_MINUTES;
    return { secondsLeft, streams: await this.streams.lockForDispatch() };
  }

  occupy(day: string, occupied: Parameters<TrunkChannels['take']>[2][number]): Promise<void> {
    return this.channels.take(occupied.leg.accountId, day, [occupied]);
  }
}
