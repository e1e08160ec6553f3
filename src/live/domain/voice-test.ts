import type { RecordingState } from '../../shared-kernel/recording-state';
import type { TalkBrief, Turn } from '../../shared-kernel/talk';
import { moved, type TransitionTable } from '../../platform/kernel/transition-table';

type VoiceTestStatus = 'waiting' | 'talking' | 'ended' | 'failed';
export type EndedBy = 'person' | 'agent' | 'limit' | 'service';
/** `none`: there are no turns of the person. */
type OutcomeState = 'pending' | 'ready' | 'none' | 'failed';

type Trigger = 'begin' | 'end' | 'fail';

const TRANSITIONS: TransitionTable<VoiceTestStatus, Trigger> = {
  waiting: { begin: 'talking', fail: 'failed' },
  talking: { end: 'ended', fail: 'failed' },
  ended: {},
  failed: {},
};

/** Parts of the person's wait for an answer, in milliseconds; null: not measured. */
export interface AnswerStages {
  readonly endpointing: number | null;
  readonly stt: number | null;
  readonly llm: number | null;
  readonly tts: number | null;
}

export interface TestTurn extends Turn {
  /** Set for answers of the agent. */
  readonly stages?: AnswerStages;
  /** The person cut in. */
  readonly cut?: boolean;
}

/** What a talk and its analysis need. */
export interface StoredBrief {
  readonly talk: Omit<TalkBrief, 'now'> & { readonly now: string };
  /** The agent's questions, with their placeholders: the keys of the answers. */
  readonly questions: readonly string[];
  /** The account's dispositions. */
  readonly dispositions: readonly string[];
}

export interface VoiceTestState {
  readonly id: string;
  readonly accountId: string;
  readonly loginId: string;
  readonly loginName: string;
  /** null: a draft. */
  readonly agentId: string | null;
  readonly agentName: string;
  readonly language: string | null;
  readonly ttsModel: string;
  readonly voice: string;
  /** null: not connected yet. */
  readonly stt: string | null;
  readonly status: VoiceTestStatus;
  readonly reason: string | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly endedBy: EndedBy | null;
  readonly durationSeconds: number | null;
  readonly maxSeconds: number;
  readonly delayMs: number | null;
  readonly turns: readonly TestTurn[];
  /** null once it is analyzed or deleted. */
  readonly brief: StoredBrief | null;
  readonly outcome: object | null;
  readonly outcomeState: OutcomeState;
  readonly recording: RecordingState;
  /** The media process that has the audio. */
  readonly host: string;
  readonly heartbeatAt: Date;
  /** A request of another process: the host ends the test. */
  readonly endRequested: boolean;
  /** The row counts for the limits until it is removed. */
  readonly deletedAt: Date | null;
}

export interface VoiceTestEnd {
  readonly by: EndedBy;
  readonly reason?: string | null;
  readonly delayMs?: number | null;
}

export class VoiceTest {
  #state: VoiceTestState;

  constructor(state: VoiceTestState) {
    this.#state = state;
  }

  get state(): VoiceTestState {
    return this.#state;
  }

  begin(now: Date): boolean {
    return this.#move('begin', { startedAt: now, heartbeatAt: now });
  }

  /** A test that never began fails. */
  end({ by, reason, delayMs }: VoiceTestEnd, now: Date): boolean {
    if (this.#state.status === 'waiting') return this.fail(reason ?? NOT_BEGUN, by, now);
    return this.#finish('end', { endedBy: by, reason: reason ?? null, delayMs: delayMs ?? null }, now);
  }

  fail(reason: string, by: EndedBy, now: Date): boolean {
    return this.#finish('fail', { endedBy: by, reason }, now);
  }

  /** The host died: the talk lasted until the last heartbeat, or the last turn. */
  lose(reason: string, now: Date): boolean {
    const { startedAt, heartbeatAt, turns } = this.#state;
    const turnsMs = +(startedAt ?? 0) + (turns.at(-1)?.endMs ?? 0);
    const lastSign = new Date(Math.max(+heartbeatAt, turnsMs));
    return this.#finish('fail', { endedBy: 'service', reason }, now, lastSign);
  }

  /** Removes the text; the row still counts for the limits. */
  delete(now: Date): void {
    this.#state = {
      ...this.#state,
      deletedAt: now,
      turns: [],
      brief: null,
      outcome: null,
      outcomeState: 'none',
      recording: 'forgotten',
    };
  }

  #finish(trigger: 'end' | 'fail', changes: Partial<VoiceTestState>, now: Date, lastSign = now): boolean {
    const { startedAt, turns, recording } = this.#state;
    const seconds = startedAt ? Math.floor(Math.max(0, +lastSign - +startedAt) / 1_000) : 0;
    const outcomeState = turns.some(({ speaker }) => speaker === 'contact') ? 'pending' : 'none';
    return this.#move(trigger, {
      ...changes,
      endedAt: now,
      durationSeconds: Math.min(seconds, this.#state.maxSeconds),
      outcomeState,
      brief: outcomeState === 'pending' ? this.#state.brief : null,
      recording: startedAt ? recording : 'none',
    });
  }

  #move(trigger: Trigger, changes: Partial<VoiceTestState>): boolean {
    const next = moved(TRANSITIONS, this.#state, trigger, changes);
    this.#state = next ?? this.#state;
    return next !== undefined;
  }
}

const NOT_BEGUN = 'It was ended before the talk began.';
