import { OPENING, QUESTIONS, read } from '../../../../test/harness/offline-analyst';

describe('OfflineAnalyst', () => {
  it('finds nothing without a turn of the contact', async () => {
    expect(await read([OPENING, 'A Hello? Aap sun pa rahe hain?'])).toEqual({
      disposition: 'Incomplete',
      summary: null,
      answers: { [QUESTIONS[0]!]: null, [QUESTIONS[1]!]: null, [QUESTIONS[2]!]: null, [QUESTIONS[3]!]: null },
      leadRating: null,
      callbackRequested: false,
      callbackTimeText: null,
      followUp: null,
      followUpNote: null,
      meeting: null,
      optedOut: false,
    });
    expect(await read([OPENING, 'C   '])).toMatchObject({ disposition: 'Incomplete', summary: null });
  });

  it('accepts answers of the contact only', async () => {
    const { answers } = await read([
      OPENING,
      'C Haan ji.',
      'A Aap B.Tech karna chahte hain, aapka budget 5 lakh hai, aur aapko hostel chahiye, sahi?',
      'C Hmm.',
      'A Bahut dhanyavaad.',
    ]);
    expect(answers['Preferred course']).toBeNull();
    expect(answers['Budget kitna hai?']).toBeNull();
  });

  it('accepts an answer before its question, and one after a repeated question', async () => {
    const { answers } = await read([
      OPENING,
      'C Haan boliye, mujhe BCA karna hai.',
      'A Aapka budget lagbhag kitna hai?',
      'C Kya bola aapne? Awaaz nahi aayi.',
      'A Budget kitna hai aapka?',
      'C Saal ka do lakh. Waise hostel milega kya?',
    ]);
    expect(answers).toMatchObject({
      'Preferred course': 'mujhe BCA karna hai',
      'Budget kitna hai?': 'Saal ka do lakh',
    });
    expect(answers['Hostel chahiye?']).toBeNull();
  });

  it.each(['Our team will be in touch.', 'We will call you.'])('counts an early answer: %s', async (bye) => {
    const talk = ['A Hello, this is Asha.', 'C I live in Pune.', `A ${bye} Goodbye!`];
    expect((await read(talk, { questions: ['City'] })).disposition).toBe('Likely_Interested');
  });

  it('stores an answer without the comma at which its recognition ended', async () => {
    const { answers } = await read([OPENING, 'C Ji.', 'A Budget kitna hai aapka?', 'C Saal ka do lakh,']);
    expect(answers['Budget kitna hai?']).toBe('Saal ka do lakh');
  });

  it('stores a plain yes or no for a yes/no question', async () => {
    const { answers } = await read([OPENING, 'C Ji.', 'A Kya aapko hostel chahiye hoga?', 'C Haan ji.']);
    expect(answers['Hostel chahiye?']).toBe('Haan ji');
  });

  it.each(['Would you recommend us?', 'Will you come?', 'Was the agent polite?'])(
    'recognizes a yes/no question in English: %s',
    async (question) => {
      const talk = [OPENING, 'C Ji.', `A ${question}`, 'C Ji haan. Classes kab se shuru hongi?'];
      expect((await read(talk, { questions: [question] })).answers).toEqual({ [question]: 'Ji haan' });
    },
  );

  it('returns one answer for a question that stands twice', async () => {
    const talk = [OPENING, 'C Ji.', 'A Is BA ok?', 'C Placement achha ho, bas yahi dekh rahe hain.'];
    const { answers } = await read(talk, { questions: ['Is BA ok?', 'Is BA ok?', 'City'] });
    expect(answers).toEqual({ 'Is BA ok?': 'Placement achha ho, bas yahi dekh rahe hain', City: null });
  });

  it.each([
    ['C Haan, Sunday ko aa jayenge subah.', { requested: true, at: null, timeText: 'Sunday', type: 'visit' }],
    ['C Nahi, abhi aana mushkil hai.', { requested: false, at: null, timeText: null, type: 'visit' }],
    ['C It is difficult to come right now.', { requested: false, at: null, timeText: null, type: 'visit' }],
    ['C Right, Sunday it is.', { requested: true, at: null, timeText: 'Sunday', type: 'visit' }],
    ['C Pata nahi, dekhenge.', { requested: false, at: null, timeText: null, type: 'visit' }],
  ])('agrees on a meeting only when the contact does: %s', async (reply, meeting) => {
    const found = (await read([OPENING, 'C Ji.', 'A Kya aap campus visit karna chahenge?', reply])).meeting;
    expect(found).toEqual(meeting);
  });

  it('reports no meeting without a question about one', async () => {
    expect((await read([OPENING, 'C Main abhi meeting mein hoon, kal call kijiye.'])).meeting).toBeNull();
  });

  it.each([
    'Abhi zaroorat nahi hai, dhanyavaad.',
    'Ji bahut shukriya, lekin humne doosri jagah admission le liya hai.',
    'अभी ज़रूरत नहीं है, धन्यवाद।',
    'Thank you, but we are not looking for it anymore.',
  ])('recognizes a polite refusal: %s', async (reply) => {
    expect(await read([OPENING, `C ${reply}`, 'A Koi baat nahi, namaste.'])).toMatchObject({
      disposition: 'Not_Interested',
      followUp: 'SKIP',
      leadRating: 2,
    });
  });

  it("follows the contact's last decision", async () => {
    const lines = [OPENING, 'C Nahi, interest nahi hai.', 'A Ek baar sun lijiye, scholarship bhi hai.'];
    const again = [
      ...lines,
      'C Achha? Phir toh mujhe interest hai. BCA mein.',
      'A Budget kitna hai?',
      'C 2 lakh.',
      'A Dhanyavaad.',
    ];
    expect((await read(lines)).disposition).toBe('Not_Interested');
    expect((await read(again)).disposition).toBe('Interested');
  });

  it('adds no number to the do-not-call list for "not now"', async () => {
    const { optedOut, disposition } = await read([OPENING, 'C Abhi call mat karo, kal shaam ko karna.']);
    expect(optedOut).toBe(false);
    expect(disposition).toBe('Callback');
  });

  it('analyses a talk that a person took over', async () => {
    const reading = await read([
      OPENING,
      'C Counsellor se baat karwa dijiye.',
      'A Ji zaroor.',
      'H Namaste, main counsellor. Aapka budget kitna hai?',
      'C Teen lakh tak.',
    ]);
    expect(reading).toMatchObject({ disposition: 'Interested', followUp: 'CALL' });
    expect(reading.answers['Budget kitna hai?']).toBe('Teen lakh tak');
    expect(reading.summary).toContain('transferred');
  });

  it.each([
    [
      [
        'A Namaste ji, aapne MBA ke liye poocha tha.',
        'C Class mein hoon, kal shaam 6 baje ke baad phone karna.',
      ],
      'kal shaam 6 baje ke baad',
    ],
    [[OPENING, 'C Kal exam hai mera, parso dopahar ke baad call kijiye.'], 'parso dopahar ke baad'],
    [[OPENING, 'C Not now. Maybe around 8 in the evening?'], 'around 8 in the evening'],
    [
      ['A Kya Ramesh ji hain?', 'C Papa chhah baje tak aayenge.', 'A Theek hai, tab call karenge.'],
      'chhah baje',
    ],
  ])('extracts the words for a callback from the sentence that requests it: %j', async (lines, time) => {
    expect(await read(lines)).toMatchObject({ disposition: 'Callback', callbackTimeText: time });
  });

  it.each([
    'A Kya meri baat Rohan ji se ho rahi hai?',
    'A Namaste, kya Rohan ji se baat ho sakti hai?',
    'A Namaste, kya meri baat Rohan ji se ho rahi hai?',
  ])('reports a time beside an excuse as a callback: %s', async (opening) => {
    const { callbackTimeText, disposition } = await read([
      opening,
      'C Haan, abhi office mein hu, 6 baje ke baad',
    ]);
    expect({ callbackTimeText, disposition }).toEqual({
      callbackTimeText: '6 baje ke baad',
      disposition: 'Callback',
    });
  });

  it('does not report an excuse before a refusal as a callback', async () => {
    const reading = await read([
      OPENING,
      'C Main abhi office mein hoon.',
      'A Kab call karein?',
      'C Rehne dijiye, mujhe interest nahi hai.',
      'A Koi baat nahi, dhanyavaad.',
    ]);
    expect(reading).toMatchObject({ disposition: 'Not_Interested', callbackRequested: false });
  });

  it.each(['A', 'H'])('reports the outcome of a talk without a script, led by %s', async (who) => {
    const talk = (last: string) => [
      `${who} Hello, this is Kavita from Suryodaya.`,
      'C Hi Kavita.',
      `${who} You wanted to know about the MBA. The fees are four lakhs a year.`,
      `C ${last}`,
      `${who} Wonderful, thank you.`,
      'C Thank you, bye.',
    ];
    const over = { questions: [], language: 'english' };
    const keen = await read(talk("That works. I'd like to apply for July."), over);
    expect(keen).toMatchObject({ disposition: 'Interested', followUp: 'CALL' });
    expect(keen.summary).toBe(
      'The contact is interested. In the contact\'s words: "That works. I\'d like to apply for July".',
    );
    const gone = await read(talk("We've decided to go with another college, sorry."), over);
    expect(gone.disposition).toBe('Not_Interested');
    expect(gone.summary).toContain('another college');
    const open = await read(talk('Is there any scholarship? Let me talk to my parents.'), over);
    expect(open.disposition).toBe('Likely_Interested');
    expect(open.summary).toContain('scholarship');
  });

  it('uses the words to the person after a transfer', async () => {
    const reading = await read([
      OPENING,
      'C Counsellor se baat karwa dijiye.',
      'A Ji zaroor.',
      'H Namaste, main counsellor Kavita.',
      'C Ji, mujhe scholarship ke baare mein jaanna tha.',
      'H Bees percent tak milti hai.',
      'C Theek hai, main kal form bhar dunga.',
      'H Dhanyavaad.',
    ]);
    expect(reading.disposition).toBe('Interested');
    expect(reading.summary).toContain('form bhar dunga');
    expect(reading.summary).not.toContain('before anything');
  });

  it('counts a question to a person as interest', async () => {
    const reading = await read(
      [
        'H Namaste, main counsellor.',
        'C Ji, mujhe BCA ki fees ka exact jaanna tha.',
        'H Main WhatsApp kar deti hoon.',
        'C Ji shukriya, main dekh kar batata hoon.',
      ],
      { questions: [] },
    );
    expect(reading.disposition).toBe('Likely_Interested');
    expect(reading.summary).toContain('BCA ki fees');
  });

  it('summarizes the words before a talk broke off', async () => {
    const reading = await read([OPENING, 'C Haan, BCA ke baare mein poochna tha.', 'A Budget kitna hai?']);
    expect(reading).toMatchObject({ disposition: 'Incomplete' });
    expect(reading.summary).toContain('broke off');
    expect(reading.summary).toContain('BCA');
  });

  it('returns the nearest of the agent’s own labels', async () => {
    const lines = [OPENING, 'C Main busy hoon, kal shaam call kijiye.'];
    expect((await read(lines, { dispositions: ['Hot', 'Cold', 'Follow up'] })).disposition).toBe('Follow up');
    expect(
      (await read(['A Hi', 'C Dobara call mat karna.'], { dispositions: ['Hot', 'Cold'] })).disposition,
    ).toBe('Do_Not_Call');
  });
});
