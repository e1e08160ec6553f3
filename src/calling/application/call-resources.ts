import { Injectable } from '@nestjs/common';
import { CallingLines } from '../../accounts';
import { Carriers, type LegEnd } from '../../carriers';
import { Credits } from '../../credits';
import { Outbox } from '../../platform/events/outbox';
import type { Amount } from '../../platform/kernel/amount';
import type { CommonCallState } from '../../shared-kernel/call-state';
import type { ReportedRecordingFile } from '../../shared-kernel/recording-state';
import { TrunkChannels } from '../../trunks';

interface DialedCall {
  readonly attempt: number;
  readonly state: CommonCallState;
}

/** Frees what a dialed call occupies: its line, the channels of trunks, and reserved credits. */
@Injectable()
export class CallResources {
  constructor(
    private readonly lines: CallingLines,
    private readonly channels: TrunkChannels,
    private readonly carriers: Carriers,
    private readonly credits: Credits,
    private readonly outbox: Outbox,
  ) {}

  /** Locks the account's line row, the first lock in the lock order. */
  async lockLine(accountId: string): Promise<void> {
    await this.lines.lock(accountId);
  }

  isOverTrunks(call: DialedCall | undefined): boolean {
    return this.carriers.overTrunks.includes(call?.state.carrier ?? '');
  }

  /** Undefined for a simulated call, which has no file. */
  recordingFileOf(call: DialedCall | undefined, end: LegEnd): ReportedRecordingFile | undefined {
    return this.isOverTrunks(call) ? (end.recordingFile ?? 'none') : undefined;
  }

  /** The call's process has freed its channels before, unless it died. */
  async freeChannels(call: DialedCall, at: Date): Promise<void> {
    if (this.isOverTrunks(call)) await this.channels.abandon(call.state.id, call.attempt, at);
  }

  async freeLine({ state, attempt }: DialedCall, at: Date): Promise<void> {
    await this.lines.free(state.id, attempt, at);
  }

  /** Frees the line of a call whose dial does not count (R23). */
  async undoDial({ state, attempt }: DialedCall, at: Date): Promise<void> {
    await this.lines.undoDial(state.accountId, state.id, attempt, at);
  }

  /** Lets the account's waiting calls go in its place. */
  async wakeDispatcher({ state: { accountId } }: DialedCall): Promise<void> {
    await this.outbox.add([{ type: 'calls.waiting', payload: { accountId } }]);
  }

  /** Charges the talk, if any, and returns the charge. */
  settle({ state }: DialedCall, type: 'ai_call' | 'human_call'): Promise<Amount> {
    const { accountId, id: subjectId, durationSeconds: talkSeconds } = state;
    return this.credits.settle({ accountId, subjectId, type, talkSeconds });
  }
}
