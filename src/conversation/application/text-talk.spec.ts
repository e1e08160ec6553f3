import { type DialogueChunk, type DialogueCue, DialogueEngine } from '../domain/dialogue-engine';
import type { TalkBrief, Turn } from '../../platform/kernel/talk';
import { wholeText } from '../domain/spoken-text';
import { type Answerer, SIMULATED_TIMES, type TalkTimes, type TextLine } from '../domain/text-line';
import { TextTalk } from './text-talk';
import { SPEAKING } from '../../../test/harness/talk-brief';

const BRIEF: TalkBrief = {
  ...SPEAKING,
  agentName: 'Asha',
  language: 'english',
  openingLine: 'Hello, this is Asha.',
  systemPrompt: '',
  questions: [],
  dispositions: [],
  handoffNumbers: [],
  pace: null,
  contactName: null,
  now: new Date('2026-11-20T10:00:00Z'),
  timeZone: 'Asia/Kolkata',
  maxSeconds: 60,
};

type Step = readonly DialogueChunk[] | Error;
const say = (text: string, action: 'go_on' | 'hang_up' | 'leave_message' = 'go_on'): Step => [
  { text },
  { action: { do: action } },
];
const transferTo = (number: string): Step => [
  { text: 'One moment.' },
  { action: { do: 'transfer', number } },
];

/** Says its steps one after another, and the last one for ever. */
class ScriptedEngine extends DialogueEngine {
  readonly cues: DialogueCue[] = [];
  readonly heard: (readonly Turn[])[] = [];

  constructor(private readonly steps: readonly Step[]) {
    super();
  }

  // eslint-disable-next-line @typescript-eslint/require-await
  async *next(_brief: TalkBrief, turns: readonly Turn[], cue: DialogueCue): AsyncGenerator<DialogueChunk> {
    const step = this.steps[Math.min(this.cues.length, this.steps.length - 1)];
    this.cues.push(cue);
    this.heard.push([...turns]);
    if (step instanceof Error) throw step;
    yield* step ?? [];
  }
}

type Hears =
  | {
      readonly says: string;
      readonly hangsUp?: boolean;
      readonly machine?: boolean;
      readonly answerer?: Answerer;
    }
  | 'silence'
  | 'unclear'
  | 'stt_failed'
  | 'hang_up'
  | 'lost';
type Cut = 'barge_in' | 'hung_up' | 'lost' | 'tts_failed';

/** A line on which each utterance lasts a second; after its script the contact stays silent. */
class ScriptedLine implements TextLine {
  #nowMs = 0;
  #limitMs = Infinity;
  said: string[] = [];

  constructor(
    private readonly contact: Hears[],
    private readonly cuts: Readonly<Record<number, Cut>> = {},
    private readonly taken: readonly ('human' | 'contact')[] = ['human', 'contact'],
    readonly times: TalkTimes = SIMULATED_TIMES,
  ) {}

  nowMs(): number {
    return this.#nowMs;
  }

  cutAt(limitMs: number): void {
    this.#limitMs = limitMs;
  }

  /** How long it was listened, each time; `beep` for a voicemail's. */
  readonly waits: (number | 'beep')[] = [];

  awaitBeep(): Promise<void> {
    this.waits.push('beep');
    return Promise.resolve();
  }

  async say(words: AsyncIterable<string>): ReturnType<TextLine['say']> {
    const text = await wholeText(words);
    if (text === null) return null;
    const startMs = this.#nowMs;
    const cut = this.cuts[this.said.length] ?? null;
    this.said.push(text);
    const within = this.#pass(1_000);
    const heard = cut ? (text.split(' ')[0] ?? '') : text;
    return { startMs, endMs: this.#nowMs, heard, cutBy: within ? cut : 'limit' };
  }

  listen(forMs: number): ReturnType<TextLine['listen']> {
    this.waits.push(forMs);
    const next = this.contact.shift() ?? 'silence';
    if (next === 'unclear' || next === 'stt_failed') return Promise.resolve({ kind: next });
    if (next === 'hang_up') return Promise.resolve({ kind: 'hung_up' });
    if (next === 'lost') return Promise.resolve({ kind: 'lost' });
    const startMs = this.#nowMs;
    this.#pass(next === 'silence' ? forMs : 1_000);
    if (next === 'silence') return Promise.resolve({ kind: 'silence', forMs });
    const { says: text, hangsUp: hungUp = false, machine = false, answerer } = next;
    return Promise.resolve({
      kind: 'speech',
      text,
      startMs,
      endMs: this.#nowMs,
      hungUp,
      ...(machine && { answerer: 'voicemail' }),
      ...(answerer && { answerer }),
    });
  }

  transfer(): ReturnType<TextLine['transfer']> {
    const said = this.taken.map((speaker) => {
      const startMs = this.#nowMs;
      this.#pass(1_000);
      return { speaker, text: 'Hello', startMs, endMs: this.#nowMs };
    });
    return Promise.resolve({ said, endedBy: said.at(-1)?.speaker ?? 'human' });
  }

  #pass(ms: number): boolean {
    const to = this.#nowMs + ms;
    this.#nowMs = Math.min(to, this.#limitMs);
    return to <= this.#limitMs;
  }
}

async function lead(
  engine: ScriptedEngine,
  line: ScriptedLine,
  over: Partial<TalkBrief> = {},
  signal = new AbortController().signal,
) {
  const turns: Turn[] = [];
  const end = await new TextTalk(engine).lead(
    line,
    { ...BRIEF, ...over },
    (turn) => turns.push(turn),
    signal,
  );
  return { end, turns: turns.map(({ speaker, text }) => `${speaker}: ${text}`) };
}

describe('TextTalk', () => {
  it('opens, listens, answers and hangs up when the engine does', async () => {
    const engine = new ScriptedEngine([say('Opening.'), say('Bye.', 'hang_up')]);
    const { end, turns } = await lead(engine, new ScriptedLine(['silence', { says: 'Yes?' }]));
    expect(end).toEqual({ cause: 'hung_up', by: 'agent' });
    expect(turns).toEqual(['agent: Opening.', 'contact: Yes?', 'agent: Bye.']);
    expect(engine.heard[1]).toHaveLength(2);
  });

  it('lets somebody who says hello first say it', async () => {
    const { turns } = await lead(
      new ScriptedEngine([say('Opening.', 'hang_up')]),
      new ScriptedLine([{ says: 'Hello?' }]),
    );
    expect(turns).toEqual(['contact: Hello?', 'agent: Opening.']);
  });

  it('tells the engine of a machine', async () => {
    const engine = new ScriptedEngine([say('Please call back.', 'leave_message')]);
    const { end } = await lead(engine, new ScriptedLine([{ says: 'Leave a message.', machine: true }]));
    expect(engine.cues[0]?.machine).toBe(true);
    expect(end).toEqual({ cause: 'hung_up', by: 'agent', answerer: 'voicemail' });
  });

  it('cues the engine at a silence and ends after the second, whatever it says', async () => {
    const engine = new ScriptedEngine([say('Opening.'), say('Are you there?')]);
    const { end, turns } = await lead(engine, new ScriptedLine([]));
    expect(engine.cues.map(({ silences }) => silences)).toEqual([0, 1, 2]);
    expect(engine.cues[1]?.silentMs).toBe(6_000);
    expect(turns).toHaveLength(3);
    expect(end).toEqual({ cause: 'hung_up', by: 'agent' });
  });

  it('forgets a silence when the contact speaks', async () => {
    const engine = new ScriptedEngine([say('a'), say('b'), say('c'), say('d'), say('e', 'hang_up')]);
    await lead(
      engine,
      new ScriptedLine(['silence', 'silence', { says: 'Sorry' }, 'silence', { says: 'Yes' }]),
    );
    expect(engine.cues.map(({ silences }) => silences)).toEqual([0, 1, 0, 1, 0]);
  });

  it.each([
    ['hang_up', { cause: 'hung_up', by: 'contact' }],
    [
      { says: 'Bye', hangsUp: true },
      { cause: 'hung_up', by: 'contact' },
    ],
    ['lost', { cause: 'connection_lost', by: 'carrier' }],
  ] as [Hears, object][])('ends when the contact does: %j', async (hears, expected) => {
    const { end } = await lead(new ScriptedEngine([say('Opening.')]), new ScriptedLine(['silence', hears]));
    expect(end).toEqual(expected);
  });

  it.each([
    ['hung_up', { cause: 'hung_up', by: 'contact' }],
    ['lost', { cause: 'connection_lost', by: 'carrier' }],
  ] as [Cut, object][])(
    'keeps the words that were heard when the opening line is cut off: %s',
    async (cut, expected) => {
      const { end, turns } = await lead(
        new ScriptedEngine([say('Opening line here.')]),
        new ScriptedLine([], { 0: cut }),
      );
      expect(end).toEqual(expected);
      expect(turns).toEqual(['agent: Opening']);
    },
  );

  it('does not hang up on somebody who cuts in on the goodbye', async () => {
    const engine = new ScriptedEngine([
      say('Opening.'),
      say('Goodbye then.', 'hang_up'),
      say('Sure. Bye.', 'hang_up'),
    ]);
    const { end, turns } = await lead(
      engine,
      new ScriptedLine(['silence', { says: 'Ok' }, { says: 'Wait!' }], { 1: 'barge_in' }),
    );
    expect(turns).toEqual([
      'agent: Opening.',
      'contact: Ok',
      'agent: Goodbye',
      'contact: Wait!',
      'agent: Sure. Bye.',
    ]);
    expect(end.by).toBe('agent');
  });

  it('ends at the limit of minutes, even within an utterance', async () => {
    const line = new ScriptedLine(Array.from({ length: 100 }, () => ({ says: 'And another thing.' })));
    const { end } = await lead(new ScriptedEngine([say('Go on.')]), line, { maxSeconds: 60 });
    expect(end).toEqual({ cause: 'limit_of_minutes', by: 'agent' });
    expect(line.nowMs()).toBe(60_000);
  });

  it('transfers, and takes down what the two say', async () => {
    const engine = new ScriptedEngine([say('Opening.'), transferTo('+911234567890')]);
    const { end, turns } = await lead(engine, new ScriptedLine(['silence', { says: 'A person please' }]));
    expect(turns.slice(-2)).toEqual(['human: Hello', 'contact: Hello']);
    expect(end).toEqual({ cause: 'hung_up', by: 'contact' });
  });

  it('goes on when nobody takes the transfer, but does not try for ever', async () => {
    const engine = new ScriptedEngine([say('Opening.'), transferTo('+911234567890')]);
    const { end } = await lead(engine, new ScriptedLine(['silence', { says: 'A person please' }], {}, []));
    expect(engine.cues.some(({ transferFailed }) => transferFailed)).toBe(true);
    expect(end).toEqual({ cause: 'hung_up', by: 'agent' });
  });

  it('says goodbye, with a reason, when the engine fails', async () => {
    const engine = new ScriptedEngine([say('Opening.'), new Error('no words')]);
    const { end, turns } = await lead(engine, new ScriptedLine(['silence', { says: 'Yes?' }]));
    expect(end).toMatchObject({ cause: 'hung_up', by: 'agent', reason: expect.stringContaining('engine') });
    expect(turns.at(-1)).toMatch(/^agent: I am sorry/u);
  });

  it('stops when its signal aborts', async () => {
    const stop = new AbortController();
    const engine = new ScriptedEngine([say('Opening.')]);
    const line = new ScriptedLine(Array.from({ length: 100 }, () => ({ says: 'Hm.' })));
    const listen = line.listen.bind(line);
    line.listen = (forMs) => {
      if (line.said.length === 3) stop.abort();
      return listen(forMs);
    };
    const { end } = await lead(engine, line, {}, stop.signal);
    expect(end).toEqual({ cause: 'canceled', by: 'agent' });
    expect(line.said).toHaveLength(3);
  });

  it('ends even when the engine says nothing', async () => {
    const { end, turns } = await lead(new ScriptedEngine([[]]), new ScriptedLine([]));
    expect(turns).toEqual([]);
    expect(end).toEqual({ cause: 'hung_up', by: 'agent' });
  });

  describe('on a line of people', () => {
    const TIMES: TalkTimes = {
      greetingMs: 900,
      silencesMs: [8_000, 10_000, 10_000],
      askedToWaitMs: 45_000,
      holdMessageMs: 60_000,
      screeningMs: 45_000,
    };
    const people = (contact: Hears[], cuts: Readonly<Record<number, Cut>> = {}) =>
      new ScriptedLine(contact, cuts, [], TIMES);

    it('asks twice whether anybody is there, and then says goodbye', async () => {
      const engine = new ScriptedEngine([say('Opening.'), say('Are you there?')]);
      const line = people([]);
      const { end } = await lead(engine, line);
      expect(line.waits).toEqual([900, 8_000, 10_000, 10_000]);
      expect(engine.cues.map(({ silences }) => silences)).toEqual([0, 1, 1, 2]);
      expect(end).toEqual({ cause: 'hung_up', by: 'agent' });
    });

    it('waits longer for somebody who asks for a moment', async () => {
      const line = people(['silence', { says: 'Ek minute' }]);
      await lead(new ScriptedEngine([say('Opening.'), say('Sure.')]), line, { maxSeconds: 600 });
      expect(line.waits.slice(0, 4)).toEqual([900, 8_000, 45_000, 10_000]);
    });

    it('is silent while a machine holds the line', async () => {
      const line = people(['silence', { says: 'Your call is on hold.' }, { says: 'Sorry, I am back.' }]);
      const { turns } = await lead(new ScriptedEngine([say('Opening.'), say('Bye.', 'hang_up')]), line);
      expect(line.waits).toEqual([900, 8_000, 60_000]);
      expect(turns.slice(1)).toEqual([
        'contact: Your call is on hold.',
        'contact: Sorry, I am back.',
        'agent: Bye.',
      ]);
    });

    it('says at once what it has to say to a caller', async () => {
      const line = people([]);
      await lead(new ScriptedEngine([say('Opening.', 'hang_up')]), line, { direction: 'inbound' });
      expect(line.waits).toEqual([]);
    });

    it.each([
      ['announcement', 'A network announcement answered, so the agent hung up.'],
      ['ivr', 'A phone menu answered, so the agent hung up.'],
    ] as const)('hangs up on a machine: %s', async (answerer, reason) => {
      const { end, turns } = await lead(
        new ScriptedEngine([say('Opening.')]),
        people([{ says: 'x', answerer }]),
      );
      expect(end).toEqual({ cause: 'hung_up', by: 'agent', reason });
      expect(turns).toEqual(['contact: x']);
    });

    it.each([
      ['hangs up', { action: 'hang_up', message: 'Call us.' }, [900], []],
      [
        'leaves its message',
        { action: 'leave_message', message: 'Call us.' },
        [900, 'beep'],
        ['agent: Call us.'],
      ],
      [
        'leaves its engine’s words',
        { action: 'leave_message', message: null },
        [900, 'beep'],
        ['agent: Own words.'],
      ],
    ] as const)('%s when a voicemail answers', async (_, voicemail, waits, said) => {
      const line = people([{ says: 'Leave a message.', answerer: 'voicemail' }]);
      const engine = new ScriptedEngine([say('Own words.', 'leave_message')]);
      const { end, turns } = await lead(engine, line, { voicemail });
      expect(end).toMatchObject({ cause: 'hung_up', by: 'agent' });
      expect([line.waits, turns.slice(1)]).toEqual([waits, said]);
    });

    it('tells a call screener who calls, and then the contact what it has to say', async () => {
      const line = people([{ says: 'Who is calling?', answerer: 'screening' }, { says: 'Hello?' }]);
      const { turns } = await lead(new ScriptedEngine([say('Bye.', 'hang_up')]), line);
      expect(line.waits).toEqual([900, 45_000, 8_000]);
      expect(turns).toEqual([
        'contact: Who is calling?',
        'agent: Hello, Sunrise College is calling about your enquiry.',
        'contact: Hello?',
        'agent: Hello, this is Asha.',
        'agent: Bye.',
      ]);
    });

    it('says once that it hears badly', async () => {
      const line = people(['silence', 'unclear', 'unclear', { says: 'Now?' }]);
      const { turns } = await lead(new ScriptedEngine([say('Opening.'), say('Yes.', 'hang_up')]), line);
      expect(turns.filter((turn) => turn.includes('not clear'))).toHaveLength(1);
      expect(turns.at(-1)).toBe('agent: Yes.');
    });

    it.each([
      [
        'recognition',
        people(['silence', 'stt_failed']),
        'Speech recognition failed, so the agent ended the talk.',
      ],
      [
        'synthesis',
        people(['silence'], { 0: 'tts_failed' }),
        'Speech synthesis failed, so the agent ended the talk.',
      ],
    ])('ends with a reason when %s fails', async (_, line, reason) => {
      const { end } = await lead(new ScriptedEngine([say('Opening line here.')]), line);
      expect(end).toEqual({ cause: 'hung_up', by: 'agent', reason });
    });

    it('lets an answer go that nobody hears any more', async () => {
      const signals: AbortSignal[] = [];
      const engine = new ScriptedEngine([say('Opening.'), say('One. Two.'), say('Bye.', 'hang_up')]);
      const next = engine.next.bind(engine);
      engine.next = (brief, turns, cue, ...rest: unknown[]) => {
        signals.push(rest[0] as AbortSignal);
        return next(brief, turns, cue);
      };
      await lead(engine, people(['silence', { says: 'Go on' }, { says: 'Stop' }], { 1: 'barge_in' }));
      expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true]);
    });
  });
});
