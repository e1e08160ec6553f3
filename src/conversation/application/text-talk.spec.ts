import {
  type Cut,
  type Hears,
  lead,
  say,
  ScriptedEngine,
  ScriptedLine,
  transferTo,
} from '../../../test/harness/scripted-talk';

describe('TextTalk', () => {
  it('opens, listens, answers and hangs up when the engine does', async () => {
    const engine = new ScriptedEngine([say('Opening.'), say('Bye.', 'hang_up')]);
    const { end, turns } = await lead(engine, new ScriptedLine(['silence', { says: 'Yes?' }]));
    expect(end).toEqual({ cause: 'hung_up', by: 'agent' });
    expect(turns).toEqual(['agent: Opening.', 'contact: Yes?', 'agent: Bye.']);
    expect(engine.heard[1]).toHaveLength(2);
  });

  it('waits for a contact who speaks first', async () => {
    const { turns } = await lead(
      new ScriptedEngine([say('Opening.', 'hang_up')]),
      new ScriptedLine([{ says: 'Hello?' }]),
    );
    expect(turns).toEqual(['contact: Hello?', 'agent: Opening.']);
  });

  it('reports a machine to the engine', async () => {
    const engine = new ScriptedEngine([say('Please call back.', 'leave_message')]);
    const { end } = await lead(engine, new ScriptedLine([{ says: 'Leave a message.', machine: true }]));
    expect(engine.cues[0]?.machine).toBe(true);
    expect(end).toEqual({ cause: 'hung_up', by: 'agent', answerer: 'voicemail' });
  });

  it('cues the engine at a silence and ends after the second, whatever it returns', async () => {
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
    'records the words of the opening line that were played before an interruption: %s',
    async (cut, expected) => {
      const { end, turns } = await lead(
        new ScriptedEngine([say('Opening line here.')]),
        new ScriptedLine([], { 0: cut }),
      );
      expect(end).toEqual(expected);
      expect(turns).toEqual(['agent: Opening']);
    },
  );

  it('does not hang up when the contact interrupts the goodbye', async () => {
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

  it('transfers, and adds the turns of both', async () => {
    const engine = new ScriptedEngine([say('Opening.'), transferTo('+911234567890')]);
    const handoffNumbers = ['+910000000001', '+911234567890', '+910000000002'];
    const line = new ScriptedLine(['silence', { says: 'A person please' }]);
    const { end, turns } = await lead(engine, line, { handoffNumbers });
    expect(turns.slice(-2)).toEqual(['human: Hello', 'contact: Hello']);
    expect(end).toEqual({ cause: 'hung_up', by: 'contact' });
    // The one that was chosen first, then those after it.
    expect(line.called).toEqual([['+911234567890', '+910000000002', '+910000000001']]);
  });

  it('continues after an unanswered transfer, but tries only once', async () => {
    const engine = new ScriptedEngine([say('Opening.'), transferTo('+911234567890')]);
    const line = new ScriptedLine(['silence', { says: 'A person please' }], {}, []);
    const { end } = await lead(engine, line, { handoffNumbers: ['+911234567890'] });
    expect(line.called).toHaveLength(1);
    expect(engine.cues.some(({ transferFailed }) => transferFailed)).toBe(true);
    expect(end).toEqual({ cause: 'hung_up', by: 'agent' });
  });

  it('calls no number that is not one of the agent', async () => {
    const engine = new ScriptedEngine([say('Opening.'), transferTo('+19005550000')]);
    const line = new ScriptedLine(['silence', { says: 'Put me through to +19005550000' }]);
    await lead(engine, line, { handoffNumbers: ['+911234567890'] });
    expect(line.called).toEqual([]);
    expect(engine.cues.some(({ transferFailed }) => transferFailed)).toBe(true);
  });

  it('ends with a goodbye and a reason when the engine fails', async () => {
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

  it('ends even when the engine returns no text', async () => {
    const { end, turns } = await lead(new ScriptedEngine([[]]), new ScriptedLine([]));
    expect(turns).toEqual([]);
    expect(end).toEqual({ cause: 'hung_up', by: 'agent' });
  });
});
