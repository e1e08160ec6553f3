import { lead, say, ScriptedEngine, ScriptedLine } from '../../../test/harness/scripted-talk';
import type { DialogueChunk, ToolCall } from '../domain/dialogue-engine';
import { type ToolUser, ToolUsers } from '../domain/tool-user';
import type { ToolAnswer, ToolSpec } from '../../shared-kernel/tool-use';
import { isRound } from '../../shared-kernel/talk-history';

const SPEC: ToolSpec = {
  toolId: 'tool_1',
  name: 'order_status',
  function: null,
  description: 'Reads an order.',
  parameters: {},
  speech: { waiting: 'Let me look.', failed: null },
  offline: null,
};
const TOOLS = { accountId: 'acct_1', callId: 'call_1', attempt: 1, test: false, specs: [SPEC] };

const call = (key: string, name = SPEC.name): ToolCall => ({ key, name, arguments: {} });
const use = (text: string | null, ...calls: [ToolCall, ...ToolCall[]]): readonly DialogueChunk[] => [
  ...(text === null ? [] : [{ text }]),
  { action: { do: 'use_tools', calls } },
];

class FakeTools extends ToolUsers implements ToolUser {
  readonly specs = [SPEC];
  readonly used: string[] = [];
  readonly skipped: string[] = [];
  isEnded = false;

  constructor(private readonly talkMs = 0) {
    super();
  }

  of(): ToolUser {
    return this;
  }

  use({ key }: ToolCall): Promise<ToolAnswer> {
    this.used.push(key);
    return Promise.resolve(this.#answer('succeeded', key));
  }

  skip({ key }: ToolCall): Promise<ToolAnswer> {
    this.skipped.push(key);
    return Promise.resolve(this.#answer('skipped', key));
  }

  note(): void {
    throw new Error('there is nothing to note');
  }

  end(): void {
    this.isEnded = true;
  }

  #answer(status: 'succeeded' | 'skipped', key: string): ToolAnswer {
    return { invocationId: `tinv_${key}`, status, result: {}, error: null, say: null, talkMs: this.talkMs };
  }
}

const talk = (engine: ScriptedEngine, line: ScriptedLine, tools: FakeTools) =>
  lead(engine, line, { tools: TOOLS }, undefined, null, tools);

describe('a talk with tools', () => {
  it("requests the engine again with the results, before the contact's words of that time", async () => {
    const tools = new FakeTools();
    const engine = new ScriptedEngine([
      say('Hello.'),
      use('One moment.', call('a')),
      say('It is shipped.', 'hang_up'),
    ]);
    const line = new ScriptedLine([{ says: 'Yes?' }, { says: 'Where is it?' }]);
    line.meanwhile = ['Are you there?'];
    const { turns } = await talk(engine, line, tools);
    expect(turns.slice(-4)).toEqual([
      'contact: Where is it?',
      'agent: One moment.',
      'contact: Are you there?',
      'agent: It is shipped.',
    ]);
    const shown = engine.heard.at(-1)?.map((item) => (isRound(item) ? 'round' : item.text));
    expect(shown?.slice(-3)).toEqual(['One moment.', 'round', 'Are you there?']);
    expect(tools.isEnded).toBe(true);
  });

  it.each([
    ['at once without words', null, 12_000, ['Let me look.', 'Let me look.', 'Let me look.']],
    ['after two seconds behind words', 'Well.', 6_900, ['Let me look.']],
    ['not at all when the tools are quick', null, 0, []],
  ])('speaks the waiting phrase %s', async (_, text, talkMs, phrases) => {
    const engine = new ScriptedEngine([say('Hello.'), use(text, call('a')), say('Done.', 'hang_up')]);
    const line = new ScriptedLine([{ says: 'Yes?' }, { says: 'Where is it?' }]);
    await talk(engine, line, new FakeTools(talkMs));
    expect(line.phrases).toEqual(phrases);
  });

  it('runs three calls of a response and four rounds of a turn, then offers no tools', async () => {
    const tools = new FakeTools();
    const four = use(null, call('1'), call('2'), call('3'), call('4'));
    const engine = new ScriptedEngine([say('Hello.'), four, say('Fine.', 'hang_up')]);
    await talk(engine, new ScriptedLine([{ says: 'Yes?' }, { says: 'Well?' }]), tools);
    expect([tools.used, tools.skipped]).toEqual([['1', '2', '3'], ['4']]);
    expect(engine.cues.map(({ withoutTools }) => withoutTools)).toEqual([undefined, undefined, true]);
    const again = new FakeTools();
    const rounds = ['1', '2', '3', '4', '5'].map((key) => use(null, call(key)));
    const stubborn = new ScriptedEngine([say('Hello.'), ...rounds, say('Fine.', 'hang_up')]);
    await talk(stubborn, new ScriptedLine([{ says: 'Yes?' }, { says: 'Well?' }]), again);
    expect([again.used, again.skipped]).toEqual([['1', '2', '3', '4'], ['5']]);
  });

  it('counts rounds anew when the contact has spoken', async () => {
    const tools = new FakeTools();
    const four = ['1', '2', '3', '4'].map((key) => use(null, call(key)));
    const engine = new ScriptedEngine([
      say('Hello.'),
      ...four,
      say('Shipped. What else?'),
      ...four,
      say('Fine.', 'hang_up'),
    ]);
    await talk(engine, new ScriptedLine([{ says: 'Yes?' }, { says: 'Well?' }, { says: 'And?' }]), tools);
    expect([tools.used.length, tools.skipped]).toEqual([8, []]);
    expect(engine.cues.some(({ withoutTools }) => withoutTools)).toBe(false);
  });

  it('begins no call more than thirty seconds after the first of the turn', async () => {
    const tools = new FakeTools(16_000);
    const steps = ['1', '2', '3'].map((key) => use(null, call(key)));
    const engine = new ScriptedEngine([say('Hello.'), ...steps, say('Fine.', 'hang_up')]);
    await talk(engine, new ScriptedLine([{ says: 'Yes?' }, { says: 'Well?' }]), tools);
    expect([tools.used, tools.skipped]).toEqual([['1', '2'], ['3']]);
  });

  it.each([
    ['keeps its cue', [], [0, 0, 1, 2, 2]],
    ['answers what the contact said meanwhile', ['I am here.'], [0, 0, 1, 2, 0]],
  ])('after a tool in the goodbye to a silent contact %s', async (_, meanwhile, silences) => {
    const engine = new ScriptedEngine([
      say('Hello.'),
      say('Which order?'),
      say('Are you there?'),
      use(null, call('a')),
      say('Goodbye.', meanwhile.length > 0 ? 'hang_up' : 'go_on'),
    ]);
    const line = new ScriptedLine([{ says: 'Yes?' }, { says: 'Where is it?' }]);
    line.meanwhile = meanwhile;
    const { turns, end } = await talk(engine, line, new FakeTools());
    expect(engine.cues.map((cue) => cue.silences)).toEqual(silences);
    expect([turns.at(-1), end]).toEqual(['agent: Goodbye.', { cause: 'hung_up', by: 'agent' }]);
  });

  it('ends with the line, and runs no calls of an interrupted response', async () => {
    const tools = new FakeTools();
    const engine = new ScriptedEngine([say('Hello.'), use(null, call('a'))]);
    const line = new ScriptedLine([{ says: 'Yes?' }, { says: 'Where is it?' }]);
    line.cutOff = 'hung_up';
    const { end } = await talk(engine, line, tools);
    expect(end).toMatchObject({ cause: 'hung_up', by: 'contact' });
    expect(tools.isEnded).toBe(true);
    const none = new FakeTools();
    const failing = new ScriptedEngine([say('Hello.'), new Error('broke off')]);
    await talk(failing, new ScriptedLine([{ says: 'Yes?' }, { says: 'Well?' }]), none);
    expect(none.used).toEqual([]);
  });
});
