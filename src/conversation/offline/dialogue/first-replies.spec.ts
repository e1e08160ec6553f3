import { ENGLISH, HINDI, HINGLISH, opened, Talk } from '../../../../test/harness/offline-talk';
import { phrasesOf } from '../lexicon/phrases/phrases';
import type { TalkBrief } from '../../../shared-kernel/talk';

const REMINDER: TalkBrief = {
  ...HINGLISH,
  openingLine: 'Namaste Rohan ji, aapki is mahine ki EMI baaki hai.',
  questions: ['Kis tareekh ko payment karenge?', 'Koi dikkat hai kya?'],
};

async function replyTo(brief: TalkBrief, text: string): Promise<string> {
  return await (await opened(brief)).hears(text);
}

describe('OfflineDialogue, on the reply to its opening line', () => {
  it.each([
    'Humne to pichle saal hi lagwa liya',
    'Maine to kal hi bhar di hai',
    'maine koi loan nahi liya',
    'Kiski baat kar rahe ho, maine nahi poocha',
    'chhodiye',
    'trainer achha nahi tha isliye chhod diya',
    'maine enquiry nahi ki thi, kisi aur ne ki hogi',
    'गाड़ी तो मैंने बेच दी',
    'galti se ho gaya tha, cancel',
    'service to ho gayi pichle hafte',
    'maine to order hi nahi kiya',
    'main app se kar lunga',
  ])('takes leave of who needs nothing: %s', async (text) => {
    const { parting, called } = phrasesOf('hinglish');
    const goodbyes = parting.not_interested.map((way) =>
      way.replace('{name}', called.replace('{n}', 'Rohan')),
    );
    expect(goodbyes).toContain(await replyTo(HINGLISH, text));
  });

  it.each([
    "I don't own a car",
    'I got another job already, thanks',
    'I have already answered this survey',
    "We already use another tool and we're happy with it",
    "I can't make it anymore, sorry",
    "I didn't register",
    'i bought one already',
    'actually I have decided to do my MS abroad',
    'No thanks',
    'I am not into sales',
    "I'll do it myself on the app",
  ])('takes leave of who needs nothing, in English: %s', async (text) => {
    const talk = await opened(ENGLISH);
    await talk.hears(text);
    expect(talk.action).toEqual({ do: 'hang_up' });
  });

  it.each([
    [HINGLISH, 'Rohan to mera beta hai, wo ghar par nahi hai'],
    [HINGLISH, 'Mere husband se baat kijiye, wahi dekhte hain ye sab'],
    [HINGLISH, 'nahi abhi nahi'],
    [HINGLISH, 'Papa se baat kar lo'],
    [ENGLISH, 'I am at the airport, boarding now'],
    [HINDI, 'मेरे पति से बात कीजिए'],
    [ENGLISH, 'You should talk to our accounts head'],
    [ENGLISH, 'Can you call my brother, he applied'],
    [ENGLISH, "I don't have time"],
    [HINGLISH, 'time nahi milta yaar'],
    [HINGLISH, 'abhi bike chala raha hu'],
    [HINGLISH, 'sochke batata hoon'],
    [HINDI, 'बेटे से पूछकर बताऊँगा'],
  ] as const)('asks when to call, %#: %s', async (brief, text) => {
    const { offerCallback } = phrasesOf(
      brief === ENGLISH ? 'english' : brief === HINDI ? 'hindi' : 'hinglish',
    );
    expect(offerCallback).toContain(await replyTo(brief, text));
  });

  it.each([
    [HINGLISH, 'Goa nahi Manali jaana hai ab', /kaunsa course/u],
    [ENGLISH, "I don't remember downloading anything", /which course/iu],
    [ENGLISH, 'Which Saturday?', /which course/iu],
    [ENGLISH, 'i did the test drive yesterday', /which course/iu],
    [REMINDER, 'Abhi salary nahi aayi hai', /tareekh/u],
    [REMINDER, 'nahi bhar paunga is hafte', /tareekh/u],
  ] as const)('goes on after what is no refusal, %#: %s', async (brief, text, question) => {
    expect(await replyTo(brief, text)).toMatch(question);
  });

  it.each([
    ['kal kar dunga', /dikkat/u],
    ['10 tareekh ko kar dunga', /dikkat/u],
    ['haan, pata hai', /tareekh/u],
  ])('takes a date for the answer of a reminder that poses nothing: %s', async (text, next) => {
    const reminder = { ...REMINDER, questions: ['Kis tareekh tak kar denge?', 'Koi dikkat hai kya?'] };
    expect(await replyTo(reminder, text)).toMatch(next);
  });

  it('poses no question that the first remark answers, and takes its date for no other time to talk', async () => {
    const parcel = {
      ...HINGLISH,
      openingLine: 'Namaste, aapka parcel aaj deliver hona hai.',
      questions: ['Kya aap ghar par honge?', 'Kis samay bhejein?'],
    };
    expect(await replyTo(parcel, 'haan main ghar pe hi hoon')).toMatch(/samay/u);
    expect(await replyTo(parcel, '5 baje ke baad')).toMatch(/ghar/u);
    const visit = { ...ENGLISH, openingLine: 'Hello, you have an appointment with Dr Rao tomorrow.' };
    for (const text of ['See you tomorrow', "I'll be late by 15 minutes", "I'm running a fever"])
      expect(await replyTo(visit, text)).toMatch(/which course/iu);
  });

  it('leaves no question about the line to a counsellor, and thanks nobody for a complaint', async () => {
    expect(await replyTo(ENGLISH, 'Can you hear me?')).not.toMatch(/counsellor/u);
    expect(await replyTo(ENGLISH, 'Honestly it was terrible')).not.toMatch(/thank/iu);
    expect(await replyTo(ENGLISH, 'you people called yesterday also')).not.toMatch(/thank/iu);
    expect(await replyTo(ENGLISH, "I'll be there")).not.toMatch(/got it/u);
  });

  it('leaves a question without its mark to a counsellor, and states where the number is from', async () => {
    expect(await replyTo(HINGLISH, 'Pehle rate batao')).toMatch(/counsellor/u);
    expect(await replyTo(HINGLISH, 'Fees kitni hai sir')).toMatch(/^Fees .*counsellor/u);
    expect(await replyTo(ENGLISH, 'how much does it cost')).toMatch(/counsellor/u);
    expect(await replyTo(HINGLISH, 'kya isme loan mil jayega')).toMatch(/^Loan .*counsellor/u);
    expect(await replyTo(HINGLISH, 'Kisne mera number diya')).toMatch(/enquiry/u);
    expect(await replyTo(ENGLISH, 'which university sorry')).toMatch(/enquiry/u);
    expect(await replyTo(ENGLISH, 'yes but is it approved')).toMatch(/counsellor/u);
    expect(await replyTo(HINGLISH, 'kitna hona chahiye budget')).toMatch(/counsellor/u);
    expect(await replyTo(ENGLISH, 'Sorry who?')).toMatch(/enquiry/u);
    expect(await replyTo(HINGLISH, 'Ye number aapko kahan se mila?')).toMatch(/enquiry/u);
  });

  it('takes a no for a refusal where the opening line is the offer', async () => {
    const offer = {
      ...HINGLISH,
      openingLine: 'Namaste, membership khatam ho gayi, kya aap dobara join karna chahenge?',
    };
    for (const text of ['Nahi', 'nahi yaar ab ghar pe hi karta hoon', 'main shift ho gaya hoon']) {
      const talk = await opened(offer);
      await talk.hears(text);
      expect(talk.action).toEqual({ do: 'hang_up' });
    }
    expect(await replyTo(offer, 'nahi abhi nahi')).toMatch(/kab|samay/u);
    expect(await replyTo(HINGLISH, 'Nahi')).toMatch(/kab|samay/u);
  });

  it('takes a no to "will you come?" for a refusal, but not with another day', async () => {
    const visit = { ...ENGLISH, openingLine: 'Your appointment is tomorrow. Will you be able to come?' };
    const talk = await opened(visit);
    await talk.hears('no we will manage ourselves');
    expect(talk.action).toEqual({ do: 'hang_up' });
    expect(await replyTo(visit, "no I can't, can we do Friday")).toMatch(/which course/iu);
  });

  it('takes a time that the opening line asks for no wish to be called, but what is settled for a refusal', async () => {
    const pickup = { ...HINGLISH, openingLine: 'Aapka laptop theek ho gaya hai. Kab le jaayenge?' };
    for (const text of ['aaj shaam ko', 'kal tak aa jaunga', '5 tareekh ko lunga', 'next week sometime'])
      expect(await replyTo(pickup, text)).toMatch(/kaunsa course/u);
    expect(await replyTo(pickup, 'kal call karna')).not.toMatch(/kaunsa course/u);
    const talk = await opened(pickup);
    await talk.hears('maine to pichle hafte hi le liya');
    expect(talk.action).toEqual({ do: 'hang_up' });
  });

  it('takes a day that the opening line offers for no wish to be called', async () => {
    const cleaning = {
      ...ENGLISH,
      openingLine: 'Your cleaning is due. Would Tuesday or Thursday work for you?',
    };
    for (const text of ['Tuesday works', 'Thursday', 'sure Tuesday'])
      expect(await replyTo(cleaning, text)).toMatch(/which course/iu);
    expect(await replyTo(cleaning, 'I moved to another dentist')).not.toMatch(/which course/iu);
  });

  it('does not pose what its opening line asked in other words', async () => {
    const rating = { ...ENGLISH, questions: ['How would you rate your experience?', 'Which city?'] };
    const asked = { ...rating, openingLine: 'How would you rate your experience, from 1 to 5?' };
    expect(await replyTo(asked, '4')).toMatch(/city/u);
    expect(await replyTo(asked, 'hello, yes')).toMatch(/how would you rate/iu);
    const greeted = new Talk(asked);
    await greeted.hears('Hello?');
    expect(await greeted.hears('4')).toMatch(/city/u);
  });

  it('takes a no to "how many shall we send?" for a refusal', async () => {
    const talk = await opened({ ...HINGLISH, openingLine: 'Beej aadhe daam par hai. Kitne bore bhej dein?' });
    await talk.hears('nahi chahiye hamare paas hai');
    expect(talk.action).toEqual({ do: 'hang_up' });
  });

  it('takes "shall I book it?" for an offer, and for no question of when', async () => {
    const booking = {
      ...HINGLISH,
      openingLine: 'Ghar se sample le sakte hain, book kar doon?',
      questions: ['Kaunsi taareekh ko sample lein?'],
    };
    expect(await replyTo(booking, 'haan kar do')).toMatch(/taareekh/u);
    const talk = await opened(booking);
    await talk.hears('nahi madam');
    expect(talk.action).toEqual({ do: 'hang_up' });
  });

  it('takes what replies to an open question neither for a refusal nor for thanks', async () => {
    const support = { ...ENGLISH, openingLine: 'Thanks for calling. What seems to be the problem?' };
    const wishes = ['my internet is not working', "I don't have a connection", 'I want to cancel my order'];
    for (const text of [...wishes, 'it is too slow']) {
      expect(await replyTo(support, text)).toMatch(/^(?!.*thank).*which course/iu);
    }
    const trial = { ...ENGLISH, openingLine: 'Do you have any questions I can help with?' };
    expect(await replyTo(trial, 'No questions, still exploring')).toMatch(/which course/iu);
    const hotel = { ...HINGLISH, openingLine: 'Namaste, main aapki kya madad kar sakti hoon?' };
    expect(await replyTo(hotel, 'parking hai kya aapke yahan')).toMatch(/counsellor/u);
    expect(await replyTo(hotel, 'booking confirm hui ki nahi')).toMatch(/counsellor/u);
    expect(await replyTo(hotel, 'my son left his bottle in class')).toMatch(/kaunsa course/u);
    const clinic = { ...HINGLISH, openingLine: 'Shri Sai Clinic se Asha bol rahi hoon, bataiye?' };
    expect(await replyTo(clinic, 'kal ka appointment cancel karna hai')).toMatch(/kaunsa course/u);
    const reason = { ...ENGLISH, openingLine: 'You left our club. May I know the reason?' };
    expect(await replyTo(reason, 'no reason really')).toMatch(/which course/iu);
    expect(await replyTo(hotel, 'galti se lag gaya')).toMatch(/galat/u);
    expect(await replyTo(hotel, 'I got a missed call')).toMatch(/enquiry/u);
  });

  it('goes on with who has time after all, and takes a number of people for no hour', async () => {
    const talk = await opened(ENGLISH);
    await talk.hears('Not right now');
    expect(await talk.hears('Fine, go on')).toMatch(/which course/iu);
    const other = await opened(HINGLISH);
    await other.hears('Abhi nahi');
    expect(await other.hears('6 log')).not.toMatch(/6/u);
  });
});
