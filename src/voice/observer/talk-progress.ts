import type { ListenResult, Spoken, Transferred } from '../../conversation';
import type { AnswerStages, ObservedTurn, TalkObserver, TalkState } from './talk-observer';

/** Reports the turn and the transcript of a talk to its observer. */
export class TalkProgress {
  #state: TalkState | null = null;
  #isWorking = false;
  #hasPartial = false;

  constructor(private readonly observer: TalkObserver | undefined) {}

  /** Tools run: the agent waits for them, not for the contact. */
  get isWorking(): boolean {
    return this.#isWorking;
  }

  setWorking(isWorking: boolean): void {
    this.#isWorking = isWorking;
    if (isWorking) this.onRequested();
  }

  partial(text: string): void {
    this.#hasPartial = text !== '';
    this.observer?.onPartial(text);
  }

  /** The words so far become no turn: the agent goes on, or they were noise. */
  withdraw(): void {
    if (this.#hasPartial) this.partial('');
  }

  /** Speech during the agent's is no turn yet: the agent may go on. */
  onVoiced(): void {
    if (this.#state !== 'speaking') this.#set('hearing');
  }

  /** The contact has finished. @param isAnswer false: there were no words */
  awaitingReply(isAnswer: boolean): void {
    if (this.#state !== 'speaking') this.#set(isAnswer ? 'thinking' : this.#rest);
  }

  /** The agent's next words are requested. */
  onRequested(): void {
    if (this.#state !== 'hearing') this.#set('thinking');
  }

  sounding(): void {
    this.#set('speaking');
  }

  /** The agent's speech has ended. @param isVoiced the contact speaks */
  silent(isVoiced: boolean): void {
    this.#set(isVoiced ? 'hearing' : this.#rest);
  }

  onSpoken(spoken: Spoken, stages: AnswerStages | null = null): Spoken {
    const { playedText: text, startMs, endMs, responseMs, cutBy } = spoken;
    this.#turn({
      speaker: 'agent',
      text,
      startMs,
      endMs,
      ...(responseMs !== undefined && { responseMs, ...(stages && { stages }) }),
      ...(cutBy === 'barge_in' && { cut: true }),
    });
    return spoken;
  }

  onReceived(result: ListenResult): void {
    if (result.kind !== 'speech') return;
    const { text, startMs, endMs } = result;
    this.#hasPartial = false;
    this.#turn({ speaker: 'contact', text, startMs, endMs });
  }

  onTransferred(transferred: Transferred): Transferred {
    for (const turn of transferred.turns) this.#turn(turn);
    return transferred;
  }

  /** Follows the transcript: an empty turn is not counted. */
  #turn(turn: ObservedTurn): void {
    if (turn.text !== '') this.observer?.onTurn(turn);
  }

  /** The state in which neither side speaks. */
  get #rest(): TalkState {
    return this.#isWorking ? 'thinking' : 'listening';
  }

  #set(state: TalkState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.observer?.onState(state);
  }
}
