import { Logger } from '@nestjs/common';
import { BRIEF as SCRIPTED } from '../../../../test/harness/scripted-talk';
import type { TalkBrief, Turn } from '../../../shared-kernel/talk';
import type { DialogueChunk, DialogueCue } from '../../domain/dialogue-engine';
import { OfflineDialogue } from '../../offline/dialogue/offline-dialogue';
import type { ModelClient } from './model-client';
import { ModelDialogue } from './model-dialogue';
import { ModelHealth } from './model-health';
import type { ModelMessage, ModelTool } from './model-message';
import type { ModelPiece } from './model-piece';
import { MODEL_TIMEOUTS } from './model-timeouts';

Logger.overrideLogger(false);

const TEN_MINUTES_MS = 600_000;
const SPOKE: DialogueCue = { silentMs: 0, silences: 0, machine: false, transferFailed: false };
const TOOL = { toolId: null, name: 'book', function: null, description: 'Books.', parameters: {} };
const TOOLS = {
  accountId: 'acct_1',
  callId: 'call_1',
  attempt: 1,
  test: false,
  specs: [{ ...TOOL, speech: { waiting: null, failed: null }, offline: null }],
};
const BRIEF: TalkBrief = { ...SCRIPTED, questions: ['What is your budget?'], tools: TOOLS };
const OPENING: Turn = { speaker: 'agent', text: BRIEF.openingLine, startMs: 0, endMs: 900 };
const TURNS: readonly Turn[] = [OPENING, { speaker: 'contact', text: 'Yes?', startMs: 1_000, endMs: 2_000 }];

/** Refuses with a status what has tools, or what has none. */
class FakeClient {
  /** How many tools each request of a talk had. */
  readonly offered: number[] = [];
  withTools: number | null = null;
  withoutTools: number | null = null;
  /** Words before the refusal. */
  begins = '';

  // eslint-disable-next-line @typescript-eslint/require-await
  async *stream(
    messages: readonly ModelMessage[],
    _: AbortSignal,
    tools: readonly ModelTool[] = [],
  ): AsyncGenerator<ModelPiece> {
    const isCheck = messages.length === 1;
    if (!isCheck) this.offered.push(tools.length);
    if (this.begins !== '') yield { text: this.begins };
    const status = tools.length > 0 ? this.withTools : this.withoutTools;
    if (status !== null && !isCheck) throw Object.assign(new Error('refused'), { status });
    yield { text: 'Achha.' };
  }
}

let nowMs: number;
let client: FakeClient;
let state: ModelHealth;
let engine: ModelDialogue;

beforeEach(() => {
  nowMs = 0;
  client = new FakeClient();
  state = new ModelHealth(client as unknown as ModelClient, MODEL_TIMEOUTS, () => nowMs);
  engine = new ModelDialogue(state, new OfflineDialogue(), MODEL_TIMEOUTS);
});
afterEach(() => state.onModuleDestroy());

async function next(brief: TalkBrief, cue = SPOKE) {
  const chunks: DialogueChunk[] = [];
  for await (const chunk of engine.next(brief, TURNS, cue, new AbortController().signal)) chunks.push(chunk);
  return {
    text: chunks.map((chunk) => ('text' in chunk ? chunk.text : '')).join(''),
    notes: chunks.flatMap((chunk) => ('note' in chunk ? chunk.note : [])),
  };
}

describe('an endpoint that refuses tools', () => {
  it.each([400, 404, 422, 501])(
    'with %i is asked without them at once, and for 10 minutes',
    async (status) => {
      client.withTools = status;
      expect((await next({ ...BRIEF })).text).toBe('Achha.');
      expect(client.offered).toEqual([1, 0]);
      nowMs = TEN_MINUTES_MS - 1;
      await next({ ...BRIEF });
      expect(client.offered).toEqual([1, 0, 0]);
      expect(state.description).toBe('ok, but the endpoint refuses tools: agents talk without them');
      nowMs = TEN_MINUTES_MS;
      client.withTools = null;
      expect((await next({ ...BRIEF })).notes).toEqual([]);
      expect(client.offered).toEqual([1, 0, 0, 1]);
      expect(state.description).toBe('ok');
    },
  );

  it('is offered them again when it does not answer without them either', async () => {
    client.withTools = client.withoutTools = 400;
    await expect(next({ ...BRIEF })).rejects.toThrow('refused');
    await expect(next({ ...BRIEF })).rejects.toThrow('refused');
    expect(client.offered).toEqual([1, 0, 1, 0]);
  });

  it('is noted once a talk, even after an answer that was to use none', async () => {
    const brief = { ...BRIEF };
    expect((await next(brief, { ...SPOKE, withoutTools: true })).notes).toEqual([]);
    expect(client.offered).toEqual([0]);
    client.withTools = 400;
    expect((await next(brief)).notes).toHaveLength(1);
    expect((await next(brief)).notes).toEqual([]);
    expect((await next({ ...BRIEF })).notes).toHaveLength(1);
  });

  it.each([401, 429, 500])('is no endpoint that answers %i', async (status) => {
    client.withTools = status;
    await expect(next({ ...BRIEF })).rejects.toThrow('refused');
    expect([client.offered, state.refusesTools]).toEqual([[1], false]);
  });

  it('is no endpoint whose answer had begun', async () => {
    client.withTools = 400;
    client.begins = 'One moment';
    await expect(next({ ...BRIEF })).rejects.toThrow('refused');
    expect(client.offered).toEqual([1]);
  });
});

test('a talk keeps the engine that began it', async () => {
  const begun = { ...BRIEF };
  await next(begun);
  state.recordFailure(new Error('no connection'));
  await next(begun);
  expect(client.offered).toEqual([1, 1]);
  expect((await next({ ...BRIEF })).text).not.toBe('Achha.');
  expect(client.offered).toEqual([1, 1]);
});
