import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { lineView, toTenth } from '../../shared-kernel/line-quality';
import type { LegKind } from '../infrastructure/leg-row';
import { LineQualityRepository, type ReceivedQuality } from '../infrastructure/line-quality.repository';
import { DAY_MS } from '../../platform/kernel/time/durations';

export interface LineQualityView {
  readonly calls: number;
  readonly mos_median: number | null;
  readonly mos_p10: number | null;
  readonly jitter_ms: number | null;
  readonly lost_percent: number | null;
}

const UNUSED: LineQualityView = {
  calls: 0,
  mos_median: null,
  mos_p10: null,
  jitter_ms: null,
  lost_percent: null,
};

export type LineView = ReturnType<typeof lineView>;

/** How good the lines of calls and of trunks are. */
@Injectable()
export class LineFigures {
  constructor(
    private readonly clock: Clock,
    private readonly lines: LineQualityRepository,
  ) {}

  /** The last measurement of each kind of leg, without legs that have no RTP. */
  async ofCall(callId: string): Promise<ReadonlyMap<LegKind, LineView>> {
    const found = await this.lines.ofCall(callId);
    return new Map(found.map(({ kind, line }) => [kind, lineView(line)]));
  }

  /** The line quality of the last 24 hours. */
  async ofTrunks(trunkIds: readonly string[]): Promise<(id: string) => LineQualityView> {
    const found = trunkIds.length === 0 ? [] : await this.lines.ofTrunks(trunkIds, this.#since);
    const views = new Map(found.map((quality) => [quality.trunkId, qualityView(quality)]));
    return (id) => views.get(id) ?? UNUSED;
  }

  /** The line quality of an account's numbers in the last 24 hours, without numbers that had no call over RTP. */
  async ofNumbers(accountId: string) {
    const found = await this.lines.ofNumbers(accountId, this.#since);
    return found.map((quality) => ({ phone_number: quality.phoneNumber, quality: qualityView(quality) }));
  }

  get #since(): Date {
    return new Date(this.clock.nowMs() - DAY_MS);
  }
}

function qualityView({ calls, mosMedian, mosP10, jitterMs, lostPercent }: ReceivedQuality): LineQualityView {
  return {
    calls,
    mos_median: toTenth(mosMedian),
    mos_p10: toTenth(mosP10),
    jitter_ms: toTenth(jitterMs),
    lost_percent: toTenth(lostPercent),
  };
}
