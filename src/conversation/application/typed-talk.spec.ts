import { say, ScriptedEngine, transferTo } from '../../../test/harness/scripted-talk';
import { SPEAKING } from '../../../test/harness/talk-brief';
import type { TalkBrief } from '../../shared-kernel/talk';
import type { Timers } from '../../platform/kernel/time/timers';
import { DialogueEngine } from '../domain/dialogue-engine';
import { type TalkAnalysis, TalkAnalyst } from '../domain/talk-analyst';
import { OfflineDialogue } from '../offline/dialogue/offline-dialogue';
import { OfflineAnalyst } from '../offline/reading/offline-analyst';
import { MockedTools } from './mocked-tools';
import { TYPED_LIMIT_MS, type TypedTurn, TypedTalk } from './typed-talk';

const QUESTION = 'What is your budget?';
const BRIEF: TalkBrief = {
  ...SPEAKING,
  agentName: 'Asha',
  language: 'english',
  openingLine: 'Hello, this is Asha. Is this a good time?',
  systemPrompt: 'Sell the course.',
  questions: [QUESTION],
  dispositions: [],
  handoffNumbers: ['+911'],
  pace: null,
  contactName: null,
  now: new Date(0),
  timeZone: 'Asia/Kolkata',
  maxSeconds: 600,
};
const TALK = {
  brief: BRIEF,
  questions: ['What is {{whose}} budget?'],
  dispositions: ['Hot', 'Cold'],
  now: new Date(0),
  timeZone: 'Asia/Kolkata',
};
const agent = (text: string): TypedTurn => ({ speaker: 'agent', text });
const contact = (text: string): TypedTurn => ({ speaker: 'contact', text });

/** An engine and an analyst that never answer. */
class Silent extends DialogueEngine {
  // eslint-disable-next-line require-yield
  async *next(): AsyncGenerator<never> {
    await new Promise(() => undefined);
  }
}
class SilentAnalyst extends TalkAnalyst {
  aborted = false;
  analyse(_: unknown, signal: AbortSignal): Promise<TalkAnalysis> {
    signal.addEventListener('abort', () => (this.aborted = true));
    return new Promise(() => undefined);
  }
}

/** Every timer is over at once; its length is kept. */
class Hurry implements Timers {
  readonly waits: number[] = [];
  after(ms: number, then: () => void) {
    this.waits.push(ms);
    setImmediate(then);
    return () => undefined;
  }
  now() {
    return performance.now();
  }
}

const typed = (engine: DialogueEngine, analyst: TalkAnalyst = new OfflineAnalyst(), timers?: Timers) =>
  new TypedTalk(engine, analyst, timers);

describe('the next turn', () => {
  it('is the opening line first, then the text of the engine', async () => {
    const talk = typed(new OfflineDialogue());
    const opening = await talk.answer(BRIEF, []);
    expect(opening).toEqual({ text: BRIEF.openingLine, ended: false, tools: [] });
    const turns = [agent(opening.text), contact('Yes, tell me.')];
    expect((await talk.answer(BRIEF, turns)).text).toContain('what is your budget');
    const refused = [agent(opening.text), contact('Never call me again!')];
    expect(await talk.answer(BRIEF, refused)).toMatchObject({ ended: true });
  });

  it.each([
    ['hangs up', say('Goodbye.', 'hang_up'), { text: 'Goodbye.', ended: true }],
    ['leaves its message', say('Call back.', 'leave_message'), { text: 'Call back.', ended: true }],
    ['transfers', transferTo('+911'), { text: 'One moment.', ended: true }],
    ['goes on', say(' And? \0\ud800'), { text: 'And?', ended: false }],
    ['hangs up without a word', say('', 'hang_up'), { text: '', ended: true }],
  ])('reports the end when the agent %s', async (_, step, expected) => {
    expect(await typed(new ScriptedEngine([step])).answer(BRIEF, [contact('Yes')])).toEqual({
      ...expected,
      tools: [],
    });
  });

  it.each<[string, readonly TypedTurn[], number, number, boolean]>([
    ['nothing yet', [], 0, 0, false],
    ['the contact spoke', [agent('a'), contact('b')], 0, 0, false],
    ['the contact says nothing', [contact('a'), agent('b')], 1, 6_000, false],
    ['nor a second time', [contact('a'), agent('b'), agent('c')], 2, 6_000, true],
    ['nor ever', [agent('a'), agent('b'), agent('c'), agent('d')], 2, 6_000, true],
  ])('reports silences to the engine: %s', async (_, turns, silences, silentMs, ended) => {
    const engine = new ScriptedEngine([say('Hm.')]);
    expect((await typed(engine).answer(BRIEF, turns)).ended).toBe(ended);
    expect(engine.cues).toEqual([{ silences, silentMs, machine: false, transferFailed: false }]);
  });

  it('reports them again after a tool was used', async () => {
    const spec = { toolId: 'tool_1', name: 'status', function: null, description: '', parameters: {} };
    const tools = {
      accountId: 'acct_1',
      callId: 'call_1',
      attempt: 1,
      test: true,
      specs: [{ ...spec, speech: { waiting: null, failed: null }, offline: null }],
    };
    const call = { key: '0', name: 'status', arguments: {} };
    const engine = new ScriptedEngine([[{ action: { do: 'use_tools', calls: [call] } }], say('Bye.')]);
    const mocks = new MockedTools(() => ({ result: {} }));
    await typed(engine).answer({ ...BRIEF, tools }, [contact('a'), agent('b')], mocks);
    expect(engine.cues.map(({ silences }) => silences)).toEqual([1, 1]);
  });

  it('is an apology, the end and the next step when the engine fails', async () => {
    const failing = new ScriptedEngine([new Error('secret words of a server')]);
    const answer = await typed(failing).answer(BRIEF, [contact('Yes')]);
    expect(answer).toMatchObject({ ended: true });
    expect(answer.text).toMatch(/sorry/i);
    expect(answer.problem).toMatch(/failed \(no connection\).+tell the operator/);
    expect(JSON.stringify(answer)).not.toContain('secret');
  });

  it('comes within ten seconds for any model', async () => {
    const timers = new Hurry();
    const answer = await typed(new Silent(), undefined, timers).answer(BRIEF, [contact('Yes')]);
    expect(timers.waits).toEqual([TYPED_LIMIT_MS]);
    expect(answer).toMatchObject({ ended: true, problem: expect.stringContaining('no answer in time') });
  });
});

describe('the outcome', () => {
  it("follows the contact’s words and the agent's questions, as of a call", async () => {
    const talk = typed(new OfflineDialogue());
    const turns = [agent(`Hello. ${QUESTION}`), contact('My budget is two lakh rupees.')];
    const { analysis, turns: told, problem } = await talk.read(TALK, turns);
    expect(problem).toBeUndefined();
    expect(Object.keys(analysis.answers)).toEqual(TALK.questions);
    expect(analysis.answers[TALK.questions[0] ?? '']).toContain('two lakh');
    expect([...TALK.dispositions, 'Incomplete']).toContain(analysis.disposition);
    expect(told.map(({ speaker, text }) => ({ speaker, text }))).toEqual(turns);
    const [first, second] = told;
    expect(first).toMatchObject({ startMs: 0 });
    expect(second?.startMs).toBeGreaterThan(first?.endMs ?? Infinity);
  });

  it('is Incomplete without a turn of the contact, without an analysis', async () => {
    const analyst = new SilentAnalyst();
    const { analysis } = await typed(new OfflineDialogue(), analyst).read(TALK, [agent('Hello?')]);
    expect(analysis).toEqual(TalkAnalyst.emptyAnalysis(TALK.questions));
  });

  it('is Incomplete when the analysis times out, with a message', async () => {
    const analyst = new SilentAnalyst();
    const talk = typed(new OfflineDialogue(), analyst, new Hurry());
    const { analysis, problem } = await talk.read(TALK, [contact('Yes')]);
    expect(analysis).toEqual(TalkAnalyst.emptyAnalysis(TALK.questions));
    expect(problem).toMatch(/no answer in time.+Try again/);
    expect(analyst.aborted).toBe(true);
  });
});
