import type { TalkBrief, Turn } from '../../../shared-kernel/talk';
import { REAL_TIMERS, type Timers } from '../../../platform/timers';
import { type DialogueChunk, type DialogueCue, DialogueEngine } from '../../domain/dialogue-engine';
import { actionOf, dialogueMessages } from './dialogue-prompt';
import { firstAnswer } from './first-answer';
import type { ModelClient } from './model-client';
import { InvalidModelOutput } from './invalid-model-output';
import type { ModelTimeouts } from './model-timeouts';
import type { ModelHealth } from './model-health';

/** More than a turn on the telephone ever has. */
const MAX_CHARACTERS = 1_500;

/** Runs dialogues by a chat endpoint. A voicemail gets the offline engine's message. Failures are thrown. */
export class ModelDialogue extends DialogueEngine {
  /** Decided at the first turn, so that no talk changes engines. */
  readonly #byModel = new WeakMap<TalkBrief, boolean>();

  constructor(
    private readonly state: ModelHealth,
    private readonly offline: DialogueEngine,
    private readonly limits: ModelTimeouts,
    private readonly timers: Timers = REAL_TIMERS,
  ) {
    super();
  }

  override async *next(
    brief: TalkBrief,
    turns: readonly Turn[],
    cue: DialogueCue,
    signal: AbortSignal,
  ): AsyncGenerator<DialogueChunk> {
    const byModel = this.#byModel.get(brief) ?? (await this.state.usable());
    this.#byModel.set(brief, byModel);
    const opening = !turns.some(({ speaker }) => speaker === 'agent');
    const { client } = this.state;
    if (!byModel || !client || opening || cue.machine) {
      yield* this.offline.next(brief, turns, cue, signal);
      return;
    }
    try {
      yield* this.#stream(client, brief, turns, cue, signal);
    } catch (error) {
      if (!signal.aborted) this.state.failed(error);
      throw error;
    }
  }

  async *#stream(
    client: ModelClient,
    brief: TalkBrief,
    turns: readonly Turn[],
    cue: DialogueCue,
    signal: AbortSignal,
  ): AsyncGenerator<DialogueChunk> {
    const messages = dialogueMessages(brief, turns, cue);
    const send = (each: AbortSignal) => client.stream(messages, each);
    yield* this.#chunks(firstAnswer(send, this.limits, this.timers, signal), brief);
  }

  async *#chunks(
    answer: AsyncIterable<string>,
    { handoffNumbers }: TalkBrief,
  ): AsyncGenerator<DialogueChunk> {
    let buffered = '';
    let sent = '';
    for await (const piece of answer) {
      buffered += piece;
      if (sent.length + buffered.length > MAX_CHARACTERS)
        throw new InvalidModelOutput('an answer without an end');
      const mark = buffered.search(/\[(?:\[|$)/);
      const text = mark < 0 ? buffered : buffered.slice(0, mark);
      buffered = buffered.slice(text.length);
      sent += text;
      if (text !== '') yield { text };
    }
    const action = actionOf(buffered, handoffNumbers);
    if (action.do !== 'hang_up' && action.do !== 'transfer' && !/\p{L}/u.test(sent)) {
      throw new InvalidModelOutput('an answer without words');
    }
    yield { action };
  }
}
