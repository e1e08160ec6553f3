import {
  AGENTS,
  briefIn,
  call,
  LANGUAGES,
  NUMBERS,
  type Outcome,
} from '../../../../test/harness/simulated-talk';
import type { TalkBrief } from '../../../shared-kernel/talk';

describe.each(LANGUAGES)('endings in %s', (language) => {
  const each = async (
    ending: string,
    check: (outcome: Outcome) => void,
    over: Partial<TalkBrief> = {},
    attempt = 1,
  ) => {
    for (const middle of NUMBERS)
      check(await call(`+91${middle}${ending}`, briefIn(language, over), attempt));
  };

  it.each(['0001', '0009'])('%s is interested and answers every question', async (ending) => {
    await each(
      ending,
      ({ end, reading }) => {
        expect(end).toMatchObject({ cause: 'hung_up', by: 'agent' });
        expect(reading).toMatchObject({
          disposition: 'Interested',
          followUp: 'CALL',
          callbackRequested: false,
        });
        expect(reading.leadRating).toBeGreaterThanOrEqual(8);
        expect(Object.keys(reading.answers)).toEqual([...AGENTS[language].questions]);
        expect(Object.values(reading.answers)).not.toContain(null);
        expect(reading.summary).not.toBeNull();
      },
      {},
      3,
    );
  });

  it.each([
    'What do you think of us?',
    'Which phone do you use?',
    'What time will you be free?',
    'Do you prefer morning or evening?',
    'Would you recommend us?',
    'Family size',
    'Aapko kya pasand hai?',
    'आप क्या करते हैं?',
  ])('0001 answers any kind of question: %s', async (question) => {
    for (let at = 100_000; at < 140_000; at += 1_007) {
      const { reading } = await call(`+9198${at}0001`, briefIn(language, { questions: [question] }));
      expect(reading.answers[question]).toEqual(expect.any(String));
      expect(reading.disposition).toBe('Interested');
    }
  });

  it('0001 is interested in what an agent without an opening line says', async () => {
    await each(
      '0001',
      ({ reading }) => {
        expect(reading.disposition).toBe('Interested');
        expect(Object.values(reading.answers)).not.toContain(null);
      },
      { openingLine: '' },
    );
  });

  it('0005 is a voicemail, answered by no person', async () => {
    await each('0005', ({ reading, turns }) => {
      expect(reading).toMatchObject({ disposition: 'Voicemail', leadRating: null, callbackRequested: false });
      expect(new Set(Object.values(reading.answers))).toEqual(new Set([null]));
      expect(turns.at(-1)?.speaker).toBe('agent');
    });
  });

  it('0006 wants to be called tomorrow evening', async () => {
    await each('0006', ({ reading }) => {
      expect(reading).toMatchObject({
        disposition: 'Callback',
        callbackRequested: true,
        followUp: 'CALL_LATER',
      });
      expect(reading.callbackTimeText).toMatch(AGENTS[language].tomorrow);
    });
  });

  it('0007 hangs up during the opening line', async () => {
    await each('0007', ({ end, turns, reading }) => {
      expect(end).toMatchObject({ cause: 'hung_up', by: 'contact' });
      expect(turns).toHaveLength(1);
      expect(AGENTS[language].openingLine.startsWith(turns[0]?.text ?? '-')).toBe(true);
      expect(turns[0]?.text.length).toBeLessThan(AGENTS[language].openingLine.length);
      expect(reading.disposition).toBe('Incomplete');
    });
  });

  it('0008 asks never to be called again', async () => {
    await each('0008', ({ reading }) =>
      expect(reading).toMatchObject({
        disposition: 'Do_Not_Call',
        optedOut: true,
        followUp: 'SKIP',
      }),
    );
  });

  it('0010 says nothing', async () => {
    await each('0010', ({ end, turns, reading }) => {
      expect(end).toMatchObject({ cause: 'hung_up', by: 'agent' });
      expect(new Set(turns.map(({ speaker }) => speaker))).toEqual(new Set(['agent']));
      expect(reading.disposition).toBe('Incomplete');
    });
  });

  it('0011 is a wrong number', async () => {
    await each('0011', ({ reading }) =>
      expect(reading).toMatchObject({
        disposition: 'Wrong_Number',
        optedOut: false,
        followUp: 'SKIP',
      }),
    );
  });

  it('0012 gets a person when there is a handoff number, else the promise of one', async () => {
    await each('0012', ({ turns }) => expect(turns.some(({ speaker }) => speaker === 'human')).toBe(true), {
      handoffNumbers: ['+919811122233'],
    });
    await each('0012', ({ turns, end, reading }) => {
      expect(turns.some(({ speaker }) => speaker === 'human')).toBe(false);
      expect(end).toMatchObject({ cause: 'hung_up', by: 'agent' });
      expect(reading.followUp).toBe('CALL');
    });
    await each('0012', ({ turns }) => expect(turns.some(({ speaker }) => speaker === 'human')).toBe(false), {
      handoffNumbers: ['+919811120003'],
    });
  });

  it('0012 gets no person whose country the operator closed meanwhile', async () => {
    const brief = briefIn(language, { handoffNumbers: ['+12025550123'] });
    for (const [countries, isReached] of [
      [['IN', 'US'], true],
      [['IN'], false],
    ] as const) {
      const { turns, end } = await call('+919812340012', brief, 1, countries);
      expect(turns.some(({ speaker }) => speaker === 'human')).toBe(isReached);
      if (!isReached) expect(end).toMatchObject({ cause: 'hung_up', by: 'agent' });
    }
  });

  it('0013 loses the connection after both have spoken', async () => {
    await each('0013', ({ end, turns }) => {
      expect(end).toMatchObject({ cause: 'connection_lost', by: 'carrier' });
      expect(turns.filter(({ speaker }) => speaker === 'contact').length).toBeGreaterThan(0);
    });
  });

  it('0014 talks until the limit of minutes', async () => {
    await each('0014', ({ end, reading }) => {
      expect(end).toMatchObject({ cause: 'limit_of_minutes', talkMs: 180_000 });
      expect(reading.optedOut).toBe(false);
    });
    await each('0014', ({ end }) => expect(end.talkMs).toBe(1_200_000), { maxSeconds: 1_200, questions: [] });
  });

  it('any other is cooperative, and talks in as many ways as there are numbers', async () => {
    const talks = new Set<string>();
    for (let at = 0; at < 40; at += 1) {
      const { end, reading, turns } = await call(
        `+9198${String(10_000_000 + at * 7_919)}`,
        briefIn(language),
      );
      expect(end.cause).toBe('hung_up');
      expect(['Interested', 'Likely_Interested', 'Requirement_Not_Clear']).toContain(reading.disposition);
      talks.add(turns.map(({ text }) => text).join('|'));
    }
    expect(talks.size).toBe(40);
  });
});
