import {
  type Cut,
  type Hears,
  lead,
  say,
  ScriptedEngine,
  ScriptedLine,
} from '../../../test/harness/scripted-talk';
import type { TalkTimes } from '../domain/text-line';

describe('TextTalk on a line with people', () => {
  const TIMES: TalkTimes = {
    greetingMs: 900,
    silencesMs: [8_000, 10_000, 10_000],
    waitRequestMs: 45_000,
    onHoldMessageMs: 60_000,
    screeningMs: 45_000,
  };
  const people = (contact: Hears[], cuts: Readonly<Record<number, Cut>> = {}) =>
    new ScriptedLine(contact, cuts, [], TIMES);

  it('checks twice for a reply, and then ends with a goodbye', async () => {
    const engine = new ScriptedEngine([say('Opening.'), say('Are you there?')]);
    const line = people([]);
    const { end } = await lead(engine, line);
    expect(line.waits).toEqual([900, 8_000, 10_000, 10_000]);
    expect(engine.cues.map(({ silences }) => silences)).toEqual([0, 1, 1, 2]);
    expect(end).toEqual({ cause: 'hung_up', by: 'agent' });
  });

  it('waits longer after the contact requests a moment', async () => {
    const line = people(['silence', { says: 'Ek minute' }]);
    await lead(new ScriptedEngine([say('Opening.'), say('Sure.')]), line, { maxSeconds: 600 });
    expect(line.waits.slice(0, 4)).toEqual([900, 8_000, 45_000, 10_000]);
  });

  it('is silent during an on-hold announcement', async () => {
    const line = people(['silence', { says: 'Your call is on hold.' }, { says: 'Sorry, I am back.' }]);
    const { turns } = await lead(new ScriptedEngine([say('Opening.'), say('Bye.', 'hang_up')]), line);
    expect(line.waits).toEqual([900, 8_000, 60_000]);
    expect(turns.slice(1)).toEqual([
      'contact: Your call is on hold.',
      'contact: Sorry, I am back.',
      'agent: Bye.',
    ]);
  });

  it('is silent for a minute at most, however often an announcement comes', async () => {
    const announced = Array<Hears>(100).fill({ says: 'Your call is on hold.' });
    const { turns } = await lead(
      new ScriptedEngine([say('Opening.'), say('Bye.', 'hang_up')]),
      people(['silence', ...announced]),
      { maxSeconds: 600 },
    );
    expect(turns.filter((turn) => turn.startsWith('contact'))).toHaveLength(61);
    expect(turns.at(-1)).toBe('agent: Bye.');
  });

  it.each<[string, Hears, string]>([
    ['of a contact', { says: 'Yes?' }, 'contact: Not now.'],
    ['but not of a voicemail', { says: 'Leave a message.', machine: true }, 'agent: Please'],
  ])('records the last words %s who hangs up while the agent speaks', async (_, first, last) => {
    const line = people([first, 'unclear', { says: 'Not now.' }, 'hang_up'], { 0: 'hung_up' });
    const voicemail = { action: 'leave_message', message: 'Please call back.' } as const;
    const { turns, end } = await lead(new ScriptedEngine([say('Please hold on.')]), line, { voicemail });
    expect(turns.at(-1)).toBe(last);
    expect(end).toEqual({ cause: 'hung_up', by: 'contact' });
  });

  it('speaks to a caller at once', async () => {
    const line = people([]);
    await lead(new ScriptedEngine([say('Opening.', 'hang_up')]), line, { direction: 'inbound' });
    expect(line.waits).toEqual([]);
  });

  const ANNOUNCED = 'A network announcement answered, so the agent hung up.';
  it.each([
    ['announcement', ANNOUNCED],
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
    ['goes on as a greeting', { says: 'Leave a message.', answerer: 'voicemail' }, ['Call us.'], {}],
    ['goes on otherwise', { says: 'Please try later.' }, [], { reason: ANNOUNCED }],
    ['is over', 'silence', [], { reason: ANNOUNCED }],
    ['ends the call', 'hang_up', [], { reason: ANNOUNCED }],
  ] as const)('waits whether an announcement that the contact is away %s', async (_, next, said, reason) => {
    const line = people([{ says: 'Asha is not available.', answerer: 'announcement' }, next]);
    const voicemail = { action: 'leave_message', message: 'Call us.' } as const;
    const { end } = await lead(new ScriptedEngine([say('Opening.')]), line, { voicemail });
    expect(line.waits.slice(0, 2)).toEqual([900, 2_000]);
    expect(line.said).toEqual(said);
    expect(end).toEqual({ cause: 'hung_up', by: 'agent', ...reason });
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

  it('answers a call screener, and then speaks to the contact', async () => {
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

  it('reports unclear speech once', async () => {
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

  it('drops an answer that is no longer played', async () => {
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
