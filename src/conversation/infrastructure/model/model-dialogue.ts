import type { TalkBrief, Turn } from '../../../shared-kernel/talk';
import { REAL_TIMERS, type Timers } from '../../../platform/timers';
import { type DialogueChunk, type DialogueCue, DialogueEngine } from '../../domain/dialogue-engine';
import { actionOf, dialogueMessages } from './dialogue-prompt';
import { firstAnswer } from './first-answer';
import type { ModelClient } from './model-client';
import { InvalidModelOutput } from './invalid-model-output';
import type { ModelTimeouts } from './model-timeouts';
import type { ModelHealth } from './model-health';

/** More than anybody says in one turn on the telephone. */
const MAX_CHARACTERS = 1_500;

/**
 * A dialogue engine over a chat endpoint. The opening line is the agent's own, and a voicemail gets the offline engine's
 * message; the model says everything else. Failures are thrown: the talk then ends politely, with a reason.
 */
export class ModelDialogue extends DialogueEngine {
  /** Whether the model leads a talk: decided at its first turn, so that no talk changes engines. */
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
      yield* this.#ask(client, brief, turns, cue, signal);
    } catch (error) {
      if (!signal.aborted) this.state.failed(error);
      throw error;
    }
  }

  async *#ask(
    client: ModelClient,
    brief: TalkBrief,
    turns: readonly Turn[],
    cue: DialogueCue,
    signal: AbortSignal,
  ): AsyncGenerator<DialogueChunk> {
    const messages = dialogueMessages(brief, turns, cue);
    const ask = (each: AbortSignal) => client.stream(messages, each);
    yield* this.#chunks(firstAnswer(ask, this.limits, this.timers, signal), brief);
  }

  /** Text as it arrives, held back from where an action may begin; the action last. */
  async *#chunks(
    answer: AsyncIterable<string>,
    { handoffNumbers }: TalkBrief,
  ): AsyncGenerator<DialogueChunk> {
    let held = '';
    let said = '';
    for await (const piece of answer) {
      held += piece;
      if (said.length + held.length > MAX_CHARACTERS)
        throw new InvalidModelOutput('an answer without an end');
      const mark = held.search(/\[(?:\[|$)/);
      const text = mark < 0 ? held : held.slice(0, mark);
      held = held.slice(text.length);
      said += text;
      if (text !== '') yield { text };
    }
    const action = actionOf(held, handoffNumbers);
    if (action.do !== 'hang_up' && action.do !== 'transfer' && !/\p{L}/u.test(said)) {
      throw new InvalidModelOutput('an answer without words');
    }
    yield { action };
  }
}
