import { understand } from '../lexicon/remark';
import { interestIn } from './interest';

const QUESTIONS = ['Preferred course', 'City', 'Budget'];

/** Replies to the questions, in their order. */
const repliesOf = (texts: readonly string[]) =>
  texts.map((text, question) => {
    const turn = { speaker: 'contact', text, startMs: 0, endMs: 0 } as const;
    return { remark: understand(text), turn, question, prompt: '', toPerson: false, toCallTime: false };
  });

describe('interestIn', () => {
  it.each([
    [['Nahi', 'Pune'], 'not_said'],
    [['Nahi', 'Nahi ji'], 'refused'],
    [['Nahi', 'Nahi ji', 'Haan, ab interest hai'], 'said'],
    [['Mujhe interest hai', 'Nahi', 'Theek hai'], 'said'],
  ])('reads %j as %s', (texts, interest) => expect(interestIn(repliesOf(texts), QUESTIONS)).toBe(interest));

  it.each([
    [["I can't afford much, I'm a student"], 'refused'],
    [["I can't afford much, I'm a student", 'Pune'], 'not_said'],
    [["I can't afford much, I'm a student", 'nahi'], 'refused'],
    [["I don't want to share that"], 'not_said'],
    [["I can't afford much", 'I want to join in Pune'], 'said'],
  ])('reads who has little money: %j as %s', (texts, interest) =>
    expect(interestIn(repliesOf(texts), ['Budget', 'City'])).toBe(interest),
  );

  it.each([
    ['yes, I would', 'said'],
    ['no', 'refused'],
    ['I am fine, no need', 'refused'],
    ['okay for now', 'refused'],
    ['no, but call me next week', 'not_said'],
    ['not this month, maybe in January', 'not_said'],
    ['no, what does it cost?', 'not_said'],
  ])('reads the reply to the offer in the first question: %s', (text, interest) => {
    const offer = 'Would you like to book a cleaning?';
    expect(interestIn(repliesOf([text]), [offer, 'Which day suits you?'])).toBe(interest);
    const afterOthers = [{ ...repliesOf(['no'])[0]!, question: 1 }];
    expect(interestIn(afterOthers, ['Which course?', offer])).toBe('not_said');
  });

  it('reads a yes to a step that the script offers', () => {
    const questions = ['Monthly income', 'Shall I schedule a call with our expert?'];
    expect(interestIn(repliesOf(['1 lakh', 'yes, tomorrow']), questions)).toBe('said');
    expect(interestIn(repliesOf(['1 lakh', 'no']), questions)).toBe('not_said');
  });

  it('keeps an interest that follows a want of money', () => {
    const texts = ["I can't afford much", 'I am interested, in Pune', 'B.Com'];
    expect(interestIn(repliesOf(texts), ['Budget', 'City', 'Course'])).toBe('said');
  });

  it.each([
    ['Kya aap dobara join karna chahenge?', 'Nahi yaar', 'refused'],
    ['Would you like to renew it?', 'Yes please', 'said'],
    ['Do you have any questions I can help with?', 'No, no need', 'not_said'],
    ['Kya aap dobara join karna chahenge?', 'Nahi, baad mein call karna', 'not_said'],
    ['Kya abhi baat ho sakti hai?', 'Nahi', 'not_said'],
    ['Kya abhi baat ho sakti hai?', "sorry I can't hear you", 'not_said'],
    ['What seems to be the problem?', 'my internet is not working', 'not_said'],
    ['How can I help you?', 'I want to talk to a human', 'not_said'],
    ['How can I help you?', 'I want to disconnect my connection', 'refused'],
    ['How can I help you?', 'I want to book a room', 'said'],
    ['How can I help you?', 'disconnect my connection please', 'refused'],
    ['How can I help you?', 'appointment chahiye', 'said'],
    ['How can I help you?', 'kuch nahi chahiye', 'refused'],
    ['Kya aap renew karwana chahenge?', 'haan karwana hai', 'said'],
    ['Kya aap is baare mein jaanna chahenge?', 'haan batao', 'not_said'],
    ['Kya aapko loan ki zaroorat hai?', 'haan chahiye', 'said'],
    ['क्या आपको लोन चाहिए?', 'हाँ शायद', 'not_said'],
    ['Kya aap attend karenge?', 'haan aaunga', 'said'],
    ['Kya aap coaching dhoondh rahe hain?', 'haan ji', 'said'],
    ['Do you need a cook at home?', 'yes', 'said'],
    ['Shall I book a slot?', 'yes please', 'said'],
    ['Kya hum technician bhej dein?', 'abhi AC chal hi nahi raha, jaldi bhejo', 'not_said'],
  ])('reads the reply to %s: %s', (prompt, text, interest) => {
    const [reply] = repliesOf([text]);
    expect(interestIn(reply ? [{ ...reply, question: null, prompt }] : [], QUESTIONS)).toBe(interest);
  });
});
