import { ENGLISH, HINDI, HINGLISH, opened } from '../../../../test/harness/offline-talk';
import { phrasesOf } from '../lexicon/phrases/phrases';

describe('OfflineDialogue, on a detour', () => {
  it.each([HINGLISH, HINDI, ENGLISH])('is honest about being a machine, once asked: %#', async (brief) => {
    const talk = await opened(brief);
    expect(await talk.hears('Are you a robot?')).toMatch(/AI assistant|एआई असिस्टेंट/u);
    expect(await talk.hears('Kya aap robot ho?')).not.toMatch(/AI assistant|एआई असिस्टेंट/u);
  });

  it('also says so after it has introduced itself', async () => {
    const talk = await opened(HINGLISH);
    expect(await talk.hears('Kaun?')).not.toMatch(/AI/u);
    expect(await talk.hears('Robot ho kya?')).toMatch(/ek AI assistant/u);
  });

  it('asks a relative when to call the contact, also after its first question', async () => {
    const talk = await opened(ENGLISH);
    await talk.hears('Hello');
    const offer = await talk.hears("This is his mother speaking, he's at work");
    expect(phrasesOf('english').offerCallback).toContain(offer);
    expect(await talk.hears("He'll be back around 7")).toMatch(/around 7/u);
    expect(talk.action).toEqual({ do: 'hang_up' });
  });

  it('returns to its question after one of the contact, once', async () => {
    const talk = await opened(HINGLISH);
    await talk.hears('Haan ji.');
    await talk.hears('BCA.');
    expect(await talk.hears('Loan mil jayega kya?')).toMatch(/^Loan .*budget lagbhag kitna/u);
    expect(await talk.hears('Hostel hai kya?')).toMatch(/kis shehar/u);
  });

  it('returns to its question after a wish for details', async () => {
    const talk = await opened(HINGLISH);
    await talk.hears('Haan ji.');
    await talk.hears('BCA.');
    expect(await talk.hears('Interested hu, details WhatsApp kar do')).toMatch(/budget lagbhag kitna/u);
  });

  it('ends after two questions that got nothing but a no', async () => {
    const talk = await opened({ ...HINGLISH, questions: ['Course', 'City', 'Joining date'] });
    await talk.hears('Haan.');
    expect(await talk.hears('Nahi')).toMatch(/kis shehar/u);
    await talk.hears('Nahi ji');
    expect(talk.action).toEqual({ do: 'hang_up' });
  });

  it('ends when the contact wants nothing, at any question but of yes or no', async () => {
    const talk = await opened({ ...HINGLISH, questions: ['City'] });
    await talk.hears('Haan.');
    await talk.hears('Nahi chahiye');
    expect(talk.action).toEqual({ do: 'hang_up' });
  });

  it('poses its question again to who cannot hear it, and says goodbye to who does', async () => {
    const talk = await opened(ENGLISH);
    expect(await talk.hears("Hello? I can't hear you")).toContain(ENGLISH.openingLine);
    await talk.hears('Okay, now I can hear you');
    await talk.hears('Ok bye');
    expect(talk.action).toEqual({ do: 'hang_up' });
  });

  it('takes a refusal of one thing for the answer that it is', async () => {
    const talk = await opened({ ...ENGLISH, questions: ['Would you like a free demo?', 'City'] });
    await talk.hears('Sure.');
    expect(await talk.hears('No thanks')).toMatch(/which city/iu);
  });

  it('poses its question again to who asked it to wait, without an apology', async () => {
    const talk = await opened({ ...ENGLISH, questions: ['City', 'Budget'] });
    await talk.hears('Yes.');
    await talk.hears('one second');
    expect(await talk.hears('yes go ahead')).toMatch(/^(?!.*(?:sorry|noted)).*which city/iu);
    expect(await talk.hears('hello?')).toMatch(/which city/iu);
    expect(await talk.hears('Pune')).toMatch(/budget/u);
  });

  it('waits a few times for who keeps it waiting, not for ever', async () => {
    const talk = await opened({ ...ENGLISH, questions: ['City', 'Budget'] });
    await talk.hears('Yes.');
    for (let wait = 0; wait < 5; wait += 1) await talk.hears('one second');
    expect(await talk.hears('one second')).toMatch(/budget/u);
  });

  it('acknowledges no answer where there was none', async () => {
    const talk = await opened({ ...ENGLISH, questions: ['City', 'Budget', 'Course'] });
    await talk.hears('Yes.');
    await talk.hears('oh alright');
    expect(await talk.hears('oh okay')).toMatch(/^(?!.*noted).*budget/iu);
  });

  it('takes no amount for a city, no year for an amount, and no question for an answer', async () => {
    const talk = await opened({ ...ENGLISH, questions: ['City', 'When do you plan to join?', 'Course'] });
    await talk.hears('Yes.');
    expect(await talk.hears('two lakhs')).toMatch(/which city/iu);
    expect(await talk.hears('Pune')).toMatch(/join/u);
    expect(await talk.hears('2027')).toMatch(/which course/iu);
    expect(await talk.hears('hello who is this')).toMatch(/enquiry/u);
  });

  it('states a duration as a time to call', async () => {
    const talk = await opened(ENGLISH);
    await talk.hears('not right now');
    expect(await talk.hears('20 minutes')).toMatch(/in 20 minutes/u);
  });

  it('ends when the contact refuses to answer', async () => {
    const talk = await opened(ENGLISH);
    await talk.hears('Yes.');
    await talk.hears("no I don't want to answer all this");
    expect(talk.action).toEqual({ do: 'hang_up' });
  });

  it('does not call a pain very good', async () => {
    const questions = ['Kya takleef hai?', 'City', 'Course', 'Naam'];
    const talk = await opened({ ...HINGLISH, questions });
    await talk.hears('Haan.');
    for (const pain of ['Ghutne mein dard hai', 'Sir mein dard hai, Pune se', 'Dard bahut hai']) {
      expect(await talk.hears(pain)).toMatch(/^Ji, samajh gaye/u);
    }
  });
  it('does not call the beginning of a problem very good', async () => {
    const brief = { ...HINGLISH, questions: ['Kab se problem hai?', 'Kis city se hain?'] };
    for (const name of ['Asha', 'Ravi', 'Meena', 'Tara', 'Dev']) {
      const talk = await opened({ ...brief, contactName: name });
      await talk.hears('haan');
      expect(await talk.hears('kal raat se')).not.toMatch(/achha|badhiya/iu);
    }
  });
});
