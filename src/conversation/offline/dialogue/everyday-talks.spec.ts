import { ENGLISH, HINDI, HINGLISH, opened, type Talk } from '../../../../test/harness/offline-talk';
import { phrasesOf } from '../lexicon/phrases/phrases';
import type { TalkBrief } from '../../../shared-kernel/talk';

async function heard(brief: TalkBrief, ...remarks: string[]): Promise<{ talk: Talk; last: string }> {
  const talk = await opened(brief);
  let last = '';
  for (const remark of remarks) last = await talk.hears(remark);
  return { talk, last };
}

const PARCEL: TalkBrief = {
  ...HINGLISH,
  openingLine: 'Namaste Rohan ji, ShopEasy se bol rahi hoon. Aapka parcel mil gaya kya?',
  questions: ['Parcel mein kya tha?', 'Kab tak chahiye?'],
};

describe('OfflineDialogue, with people on the telephone', () => {
  it.each([
    [PARCEL, 'nahi'],
    [PARCEL, 'nahi abhi tak nahi mila'],
    [{ ...PARCEL, openingLine: 'Did she like the class?' }, 'no'],
  ])('goes on, without thanks, after bad news: %#', async (brief, text) => {
    const { talk, last } = await heard(brief, text);
    expect(last).toMatch(/parcel mein kya tha/iu);
    expect(last).not.toMatch(/dhanyavaad|shukriya|thank/iu);
    expect(talk.action).toEqual({ do: 'go_on' });
  });

  it('thanks nobody for a story, and opens its questions', async () => {
    const { last } = await heard(
      ENGLISH,
      'you people charged me eighty thousand and nobody picks up the phone',
    );
    expect(last).not.toMatch(/thank|great/iu);
    expect(last).not.toMatch(/one more thing|and may i ask/iu);
  });

  it('praises nobody for a rating', async () => {
    const survey = { ...HINGLISH, questions: ['1 se 5 mein aap kitni rating denge?', 'Kya achha laga?'] };
    for (const before of ['haan boliye', 'haan, pichli baar bahut achha tha']) {
      expect((await heard(survey, before, '1')).last).toContain(phrasesOf('hinglish').answer[0]);
    }
  });

  it.each([
    [HINDI, 'मेरे पति का देहांत हो गया', 'hindi'],
    [ENGLISH, 'he expired yesterday', 'english'],
    [HINGLISH, 'papa guzar gaye pichle mahine', 'hinglish'],
  ] as const)('condoles: %#', async (brief, text, language) => {
    const { talk, last } = await heard(brief, text);
    expect(phrasesOf(language).parting.bereaved).toContain(last);
    expect(talk.action).toEqual({ do: 'hang_up' });
  });

  it('does not take leave of a bereaved contact who has a request', async () => {
    const claims = { ...ENGLISH, openingLine: 'Claims desk, how can I help you?' };
    const { talk } = await heard(claims, 'my husband died, I need to file a claim');
    expect(talk.action).toEqual({ do: 'go_on' });
  });

  it('waits for who asks to wait, and comes back to the question', async () => {
    const { talk, last } = await heard(HINGLISH, 'ruko zara');
    expect(phrasesOf('hinglish').wait).toContain(last);
    expect(await talk.hears('haan ab boliye')).toMatch(/course/iu);
    expect(phrasesOf('hinglish').wait).toContain(await talk.hears('ek minute pen leta hoon'));
    expect(await talk.hears('haan bolo')).toMatch(/course/iu);
    expect(await talk.hears('BCA')).not.toMatch(/course/iu);
  });

  it.each([
    [HINGLISH, 'abhi office mein hu, 6 baje ke baad', '6 baje ke baad'],
    [HINGLISH, 'main busy hoon, kal shaam ko', 'kal shaam'],
    [ENGLISH, "I'm in a meeting, after 7 please", 'after 7'],
  ])('promises a call at a time that stands beside an excuse: %#', async (brief, text, when) => {
    const { talk, last } = await heard(brief, text);
    expect(last).toContain(when);
    expect(talk.action).toEqual({ do: 'hang_up' });
  });

  it.each(['aaj nahi, busy hoon', 'abhi busy hoon, kal exam hai', 'ek min, mera boss aa gaya'])(
    'promises no call at a time that is no wish: %s',
    async (text) => {
      const { last } = await heard(HINGLISH, text);
      expect(phrasesOf('hinglish').offerCallback).toContain(last);
    },
  );

  it('takes leave of somebody else than the contact', async () => {
    const brief = { ...HINGLISH, openingLine: 'Kya meri baat Rohan ji se ho rahi hai? Main Asha.' };
    for (const text of ['nahi main Suresh hu', 'nahi ji']) {
      const { last } = await heard(brief, text);
      expect(phrasesOf('hinglish').parting.wrong_number).toContain(last);
    }
    expect((await heard(brief, 'haan main Rohan')).last).toMatch(/course/iu);
    expect((await heard(brief, 'nahi, main uski behen hoon, boliye')).last).toMatch(/course/iu);
  });

  it.each(["ok but quickly, I'm driving", 'ek minute bhai... haan bolo', 'jaldi bolo gaadi chala raha hoon'])(
    'goes on with who has a little time: %s',
    async (text) => {
      const { last } = await heard(HINGLISH, text);
      expect(last).toMatch(/course/iu);
    },
  );

  it('says who calls when it is suspected, and goes on', async () => {
    const { talk, last } = await heard(ENGLISH, 'is this a fraud call');
    expect(last).toMatch(/Asha.*course/iu);
    expect(talk.action).toEqual({ do: 'go_on' });
  });

  it('leaves a wish for another date to a counsellor, and goes on', async () => {
    const { last } = await heard(HINGLISH, 'kal nahi ho payega, appointment postpone kar do');
    expect(last).toMatch(/counsellor.*course/iu);
  });

  it('repeats at what time of day it calls', async () => {
    const { last } = await heard(HINGLISH, 'abhi busy hoon raat ko karna nau baje ke baad');
    expect(last).toMatch(/raat nau baje ke baad/u);
  });

  it('takes leave of who refuses the offer in the first question', async () => {
    const questions = ['Would you like to book a cleaning?', 'Which day suits you?'];
    const brief = { ...ENGLISH, contactName: null, questions };
    for (const text of ['no', 'no need', "nah I'm good"]) {
      const { talk, last } = await heard(brief, 'Yes', text);
      expect(last).toMatch(/thank you/iu);
      expect(talk.action).toEqual({ do: 'hang_up' });
    }
    expect((await heard(brief, 'Yes', 'yes please')).last).toMatch(/which day/iu);
    expect((await heard(brief, 'Yes', 'no, next month')).last).toMatch(/which day/iu);
  });

  it('takes an enquiry for a course as the choice', async () => {
    const { last } = await heard(HINGLISH, 'haan', 'hotel management ka course hai aapke paas?');
    expect(last).toMatch(/counsellor/u);
    expect(last).not.toMatch(/kaunsa course/iu);
  });

  it('understands a yes to an offer', async () => {
    const brief = { ...HINGLISH, questions: ['Raat ki duty kar loge?', 'Kis city se hain?'] };
    const { last } = await heard(brief, 'haan', 'ha');
    expect(last).toMatch(/shehar/iu);
  });
});
