import { Injectable } from '@nestjs/common';
import { TalkRows } from '../../calling';
import { among } from '../../platform/database/among';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { HumanReading, HumanTalk } from '../domain/human-analysis';

/** Recording (as text) and analysis of each human call with analysis. */
@Injectable()
export class HumanTalkRepository extends TalkRows {
  constructor(unitOfWork: UnitOfWork) {
    super(unitOfWork, {
      calls: 'human_calls',
      talks: 'human_call_talks',
      isOld: 'ended_at < $1 AND analysis_due_at IS NULL',
      endedAt: 'ended_at',
    });
  }

  /** Stores a recording; the first one stays. */
  async store(callId: string, { turns, recordedSeconds }: Omit<HumanTalk, 'reading'>): Promise<void> {
    await this.unitOfWork.enqueue(
      `INSERT INTO human_call_talks (call_id, turns, recorded_seconds) VALUES ($1, $2::json, $3) ON CONFLICT DO NOTHING`,
      [callId, JSON.stringify(turns), recordedSeconds],
    );
  }

  async storeReading(callId: string, reading: HumanReading): Promise<void> {
    await this.unitOfWork.affected('UPDATE human_call_talks SET reading = $2::json WHERE call_id = $1', [
      callId,
      JSON.stringify(reading),
    ]);
  }

  async find(callIds: readonly string[]): Promise<Map<string, HumanTalk>> {
    if (callIds.length === 0) return new Map();
    const rows = await this.unitOfWork.rows<HumanTalk & { callId: string }>(
      `SELECT call_id AS "callId", turns, recorded_seconds AS "recordedSeconds", reading
       FROM human_call_talks WHERE ${among('call_id', '$1')}`,
      [callIds],
    );
    return new Map(rows.map(({ callId, ...talk }) => [callId, talk]));
  }
}
