import type { TalkBrief } from '../../../shared-kernel/talk';
import { type HistoryItem, turnsOf } from '../../../shared-kernel/talk-history';
import { REAL_TIMERS, type Timers } from '../../../platform/kernel/time/timers';
import { type DialogueChunk, type DialogueCue, DialogueEngine } from '../../domain/dialogue-engine';
import { actionOf, dialogueMessages } from './dialogue-prompt';
import { firstAnswer } from './first-answer';
import { type ModelClient, statusOf } from './model-client';
import type { ModelMessage, ModelTool } from './model-message';
import { MODEL_PIECES, type ModelCall, type ModelPiece } from './model-piece';
import { modelToolsOf } from './model-tools';
import { InvalidModelOutput } from './invalid-model-output';
import type { ModelTimeouts } from './model-timeouts';
import type { ModelHealth } from './model-health';

const TOOLS_REFUSED = 'The model refuses tools: the agent talks without them.';

/** More than a turn on the telephone ever has. */
const MAX_CHARACTERS = 1_500;

/** Runs dialogues by a chat endpoint. A voicemail gets the offline engine's message. Failures are thrown. */
export class ModelDialogue extends DialogueEngine {
  /** Decided at the first turn, so that no talk changes engines. */
  readonly #byModel = new WeakMap<TalkBrief, boolean>();
  /** Talks whose timeline records that the endpoint refuses tools. */
  readonly #withoutTools = new WeakSet<TalkBrief>();

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
    history: readonly HistoryItem[],
    cue: DialogueCue,
    signal: AbortSignal,
  ): AsyncGenerator<DialogueChunk> {
    const byModel = this.#byModel.get(brief) ?? (await this.state.usable());
    this.#byModel.set(brief, byModel);
    const opening = !turnsOf(history).some(({ speaker }) => speaker === 'agent');
    const { client } = this.state;
    if (!byModel || !client || opening || cue.machine) {
      yield* this.offline.next(brief, history, cue, signal);
      return;
    }
    try {
      yield* this.#answer(client, brief, dialogueMessages(brief, history, cue), cue, signal);
    } catch (error) {
      if (!signal.aborted) this.state.recordFailure(error);
      throw error;
    }
  }

  async *#answer(
    client: ModelClient,
    brief: TalkBrief,
    messages: readonly ModelMessage[],
    cue: DialogueCue,
    signal: AbortSignal,
  ): AsyncGenerator<DialogueChunk> {
    const specs = cue.withoutTools ? [] : (brief.tools?.specs ?? []);
    const answer = (tools: readonly ModelTool[]) => {
      const request = (each: AbortSignal) => client.stream(messages, each, tools);
      return chunksOf(firstAnswer(request, MODEL_PIECES, this.limits, this.timers, signal), brief);
    };
    if (specs.length === 0 || this.state.refusesTools) {
      if (specs.length > 0) yield* this.#noteRefusal(brief);
      yield* answer([]);
      return;
    }
    let hasBegun = false;
    try {
      for await (const chunk of answer(modelToolsOf(specs))) {
        hasBegun = true;
        yield chunk;
      }
      return;
    } catch (error) {
      if (hasBegun || signal.aborted || !REFUSALS.has(statusOf(error) ?? 0)) throw error;
    }
    for await (const chunk of answer([])) {
      if (!hasBegun) this.state.toolsRefused();
      hasBegun = true;
      yield* this.#noteRefusal(brief);
      yield chunk;
    }
  }

  /** Once a talk. */
  *#noteRefusal(brief: TalkBrief): Generator<DialogueChunk> {
    if (this.#withoutTools.has(brief)) return;
    this.#withoutTools.add(brief);
    yield { note: TOOLS_REFUSED };
  }
}

/** Statuses of an endpoint that does not accept `tools`. */
const REFUSALS = new Set([400, 404, 422, 501]);

/** Calls replace an action: the model is requested again with their answers. */
async function* chunksOf(
  answer: AsyncIterable<ModelPiece>,
  { handoffNumbers }: TalkBrief,
): AsyncGenerator<DialogueChunk> {
  let buffered = '';
  let sent = '';
  let calls: readonly ModelCall[] = [];
  for await (const piece of answer) {
    calls = piece.calls ?? calls;
    buffered += piece.text;
    if (sent.length + buffered.length > MAX_CHARACTERS)
      throw new InvalidModelOutput('an answer without an end');
    const mark = buffered.search(/\[(?:\[|$)/);
    const text = mark < 0 ? buffered : buffered.slice(0, mark);
    buffered = buffered.slice(text.length);
    sent += text;
    if (text !== '') yield { text };
  }
  const [first, ...rest] = calls.map((call, at) => ({ ...call, key: String(at) }));
  if (first) {
    yield { action: { do: 'use_tools', calls: [first, ...rest] } };
    return;
  }
  const action = actionOf(buffered, handoffNumbers);
  if (action.do !== 'hang_up' && action.do !== 'transfer' && !/\p{L}/u.test(sent)) {
    throw new InvalidModelOutput('an answer without words');
  }
  yield { action };
}
