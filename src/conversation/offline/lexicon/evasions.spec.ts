import { answerKindOf } from './answer-kinds';
import { understand } from './remark';
import { clausesOf, isQuestion } from './sentences';

describe('replies without an answer', () => {
  it.each([
    'skip',
    'skip this one',
    'next question',
    'pass',
    'not telling',
    "I won't tell you",
    'nahi bataunga',
    'I told you already',
    'abhi to bataya',
    'same as before',
    'you already have it',
    'aapke paas to hai hi',
    "I'll text it to you",
    'I already gave all this information in the form',
    'form mein sab likha hai',
    "can't rate it",
    "can't recall",
    'abhi date nahi nikli',
  ])('withhold it: %s', (text) => expect(understand(text).dontKnow).toBe(true));

  it.each([
    'I passed in first class',
    'doctor ne bataya tha ki sugar hai',
    'I am in the same city as before my marriage',
    'kisi ne nahi bataya',
    'the next month',
    'you have a branch here',
    'next',
    'next one is Friday',
    'I skip this medicine sometimes',
    "I won't share my room",
    'doctor will not tell me',
    'you already have a branch in Pune',
    'aapke paas hai kya size 9',
    "I'll send it by courier tomorrow",
    "I can't rate it more than 3",
    'I have already given the exam',
    'form mein likha 500',
    'pehle to bataya tha 500 lagega',
    'same as before, knee pain',
    'fish, same as before',
  ])('does not withhold anything: %s', (text) => expect(understand(text).dontKnow).toBe(false));

  it.each([
    'kyun pooch rahe ho',
    'aapko kya matlab',
    'aapko kyun chahiye',
    'you tell me the price',
    'tell me the fees first',
  ])('ask back: %s', (text) => expect(isQuestion(text)).toBe(true));

  it.each([
    'discount milega',
    'certificate milta hai sir',
    'aapka naam kya bataya',
    'maine enquiry kab ki',
    'kaunsa course bola',
  ])('ask without a mark: %s', (text) => expect(isQuestion(text)).toBe(true));

  it.each([
    'haan milta hai',
    'jab paisa milega',
    'mujhe kal milega',
    'discount nahi milta hai',
    'maine MBA kiya',
    'salary 5 tareekh ko milega',
    '20000 milta hai',
    'pension milti hai',
    'agle mahine bonus milega',
  ])('do not ask: %s', (text) => expect(isQuestion(text)).toBe(false));

  it.each(['ye kyun bataun', 'itne sawal kyun'])('ask why: %s', (text) =>
    expect(isQuestion(text)).toBe(true),
  );

  it.each([
    ['Pune, fees kitni hai?', ['Pune,', 'fees kitni hai?']],
    ['June, and can you send me the brochure?', ['June,', 'and can you send me the brochure?']],
    ['Lekin, fees kitni hai?', ['Lekin, fees kitni hai?']],
    ['Haan sir, kab aana hai?', ['Haan sir, kab aana hai?']],
  ])('stands before a question: %s', (text, clauses) => expect(clausesOf(text)).toEqual(clauses));

  it.each(['ye niji baat hai', "that's personal", 'personal hai'])('stays private: %s', (text) =>
    expect(understand(text).dontKnow).toBe(true),
  );

  it('ends with a question to the agent', () => {
    expect(clausesOf('Bombay, and you?')).toEqual(['Bombay,', 'and you?']);
    expect(clausesOf('Pune, aur aap?')).toEqual(['Pune,', 'aur aap?']);
  });

  it.each(['paise ki tension nahi hai', 'budget ka koi issue nahi', 'fees ki problem nahi hai'])(
    'does not refuse for want of money: %s',
    (text) => expect(understand(text).settled).toBe(false),
  );

  it('is a yes or a no whether there is any', () => {
    expect(answerKindOf('Do you have any work experience?')).toBe('yes_no');
    expect(answerKindOf('What work experience do you have?')).not.toBe('yes_no');
  });
});
