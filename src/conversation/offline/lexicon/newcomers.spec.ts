import { wantsCallLater } from './another-time';
import { isAnswer } from './is-answer';
import { acceptsTime } from './question-matching';
import { isGreeting, understand } from './remark';
import { isQuestion } from './sentences';

const COURSE = 'Aap kaunsa course karna chahte hain?';

/** What people try first with an agent that they have just made. */
describe('remarks of newcomers', () => {
  it('asks whether a machine speaks, and for its name', () => {
    expect(understand('aap ladki ho ya computer').asksIfMachine).toBe(true);
    expect(understand("What's your name again?").asksWho).toBe(true);
    expect(understand('khana kha liya aapne').elsewhere).toBe(false);
  });

  it.each(['hello kaun', 'hi who'])('asks who calls: %s', (text) =>
    expect(understand(text).asksWho).toBe(true),
  );

  it.each(['stop', 'stop it please', 'chup'])('refuses: %s', (text) =>
    expect(understand(text).refuses).toBe(true),
  );

  it.each(['haha', 'hello testing'])('has no content: %s', (text) => expect(isGreeting(text)).toBe(true));

  it.each(['achha kaunsa college', 'wo kya hota hai data science', 'ye kya hai'])('asks: %s', (text) =>
    expect(isQuestion(text)).toBe(true),
  );

  it.each(['kaunsa bhi', 'data science wala'])('does not ask: %s', (text) =>
    expect(isQuestion(text)).toBe(false),
  );

  it.each(['mujhe Hindi mein baat karni hai', 'I want to talk in English'])(
    'wants another language, not the offer: %s',
    (text) => expect(understand(text).interested).toBe(false),
  );

  it.each(['large', 'medium please'])('is a size: %s', (text) =>
    expect(isAnswer('Which size?', understand(text))).toBe(true),
  );

  it.each([
    'payment kal kar dunga',
    'service kal kar do',
    'abhi karwaya nahi hai',
    'pehle se hi problem chal rahi hai',
    "I can't come today",
  ])('settles nothing: %s', (text) => expect(understand(text).settled).toBe(false));

  it.each(["please don't share my number with anyone", 'I want admission in English medium'])(
    'does not refuse: %s',
    (text) => expect(understand(text).refuses).toBe(false),
  );

  it('says goodbye to an offer', () => {
    const remark = understand('nothing thanks bye');
    expect(remark.goodbye).toBe(true);
    expect(isAnswer('What would you like to order?', remark)).toBe(false);
  });

  it('answers when, and wants no call', () => {
    const remark = understand('maybe next year');
    expect(wantsCallLater(remark, 'When are you planning to move?')).toBe(false);
    expect(wantsCallLater(remark, null)).toBe(true);
    expect(wantsCallLater(understand('call me next year'), 'When are you planning to move?')).toBe(true);
  });

  it.each([
    ['Would next Tuesday or Thursday work for you?', true],
    ['Kya kal subah aa sakte hain?', true],
    ['क्या अभी दो मिनट हैं?', false],
    ['Can I call you tomorrow at 5?', false],
    ['Do you have two minutes to talk?', false],
  ])('offers a time: %s', (text, offers) => expect(acceptsTime(text)).toBe(offers));

  it.each(['I am fine tell me', 'hello kaun'])('is no course: %s', (text) =>
    expect(isAnswer(COURSE, understand(text))).toBe(false),
  );
});
