import { isAnswer } from './is-answer';
import { isGreeting, understand } from './remark';
import { isQuestion } from './sentences';

const COURSE = 'Aap kaunsa course karna chahte hain?';

/** What people try first with an agent that they have just made. */
describe('remarks of newcomers', () => {
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

  it.each(['mujhe Hindi mein baat karni hai', 'I want to speak English'])(
    'wants another language, not the offer: %s',
    (text) => expect(understand(text).interested).toBe(false),
  );

  it.each(['I am fine tell me', 'hello kaun'])('is no course: %s', (text) =>
    expect(isAnswer(COURSE, understand(text))).toBe(false),
  );
});
