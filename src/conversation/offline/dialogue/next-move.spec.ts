import { ENGLISH, HINGLISH, opened } from '../../../../test/harness/offline-talk';
import type { TalkBrief } from '../../../shared-kernel/talk';

const OFFER = { ...HINGLISH, openingLine: 'Would you like to book a sofa cleaning this month?' };
const OPEN = { ...ENGLISH, openingLine: 'Hello, this is Asha from Suryodaya. How can I help you?' };
const CALL_TIME = { ...ENGLISH, questions: ['When may we call you?', 'City'] };

const WHEN = /kab |kis samay|when|time should/iu;
const COURSE = /which course|kaunsa course/iu;
const BUDGET = /budget/iu;

test.each<[string, TalkBrief, string[], string, RegExp]>([
  ['interest at a place', HINGLISH, [], 'Interested hoon, abhi office mein hoon', COURSE],
  ['an invitation at a place', HINGLISH, [], 'Main bahar hoon, par boliye', COURSE],
  ['interest after all', HINGLISH, [], 'Admission ho gaya, par interested hoon', COURSE],
  ['interest after an offer to call', HINGLISH, ['I am busy'], 'Interested hoon', COURSE],
  ['interest at a time', HINGLISH, ['I am busy'], 'Haan, interested hoon, shaam 6 baje', /shaam 6 baje/u],
  ['a time that is none to call', HINGLISH, [], 'Shaam ko theek rahega', WHEN],
  ['a request to be called', HINGLISH, [], 'Baad mein call karo', WHEN],
  ['a request to be called, in grief', HINGLISH, [], 'Papa guzar gaye, baad mein phone karna', WHEN],
  ['not now, to an open question', OPEN, [], 'Nahi, abhi nahi', WHEN],
  ['no to an offer, for another time', OFFER, [], 'Nahi, baad mein call karna', WHEN],
  ['no to an offer, for another hour', OFFER, [], 'No, call me tomorrow at 5', /tomorrow at 5/u],
  ['no to an offer, of the busy', OFFER, [], "No, I'm busy", WHEN],
  ['no to an offer, but not now', OFFER, [], 'No, not now', WHEN],
  ['no to a question after an offer', OFFER, ['Haan ji boliye'], 'Nahi', BUDGET],
  ['no to an offer to call', OFFER, ['I am busy'], 'Nahi', /phir baat karenge/u],
  ['who calls, once more', HINGLISH, ['Haan', 'Kaun bol raha hai?'], 'Kaun bol raha hai?', BUDGET],
  ['a time where one is the answer', CALL_TIME, ['Yes'], 'Kal 5 baje call karna', /city/iu],
])('replies to %s', async (_what, brief, earlier, remark, reply) => {
  const talk = await opened(brief);
  for (const text of earlier) await talk.hears(text);
  expect(await talk.hears(remark)).toMatch(reply);
});
