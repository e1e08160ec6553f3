import { understand } from '../lexicon/remark';
import { meetingIn } from './meeting';

const reply = (text: string, question: number | null = null) => ({
  remark: understand(text),
  turn: { speaker: 'contact', text, startMs: 0, endMs: 0 } as const,
  question,
  prompt: '',
  toPerson: false,
  toCallTime: false,
});

describe('meetingIn', () => {
  it.each([
    ['Can I visit the centre on Saturday?', 'visit', 'Saturday'],
    ['Saturday ko centre aa sakta hoon kya', 'visit', 'Saturday'],
    ['Please book an appointment', 'appointment', null],
    ['mujhe demo lena hai kal', 'demo', 'kal'],
  ])('finds what the contact requests: %s', (text, type, timeText) =>
    expect(meetingIn([reply(text)], [])).toMatchObject({ requested: true, type, timeText }),
  );

  it.each([
    'I live near your centre',
    'I have a meeting now',
    'nahi, centre nahi aa sakta',
    'I can see the fees',
  ])('finds none: %s', (text) => expect(meetingIn([reply(text)], [])).toBeNull());

  it.each([
    ['Can you come for an interview this week?', 'Yes, Thursday', 'interview'],
    ['Site survey ke liye kab aayein?', 'shanivaar ko subah', 'survey'],
    ['Would you like to book a test drive?', 'yes, on Sunday', 'test drive'],
  ])('finds what the contact agrees to: %s', (question, text, type) =>
    expect(meetingIn([reply(text, 0)], [question])).toMatchObject({ requested: true, type }),
  );

  it('finds an offer of the opening line that the contact accepts, and the day that follows', () => {
    const prompt = 'Shall I book a slot?';
    const replies = [{ ...reply('yes please'), prompt }, reply('Wednesday', 0)];
    const meeting = { requested: true, type: 'appointment', timeText: 'Wednesday' };
    expect(meetingIn(replies, ['Which day suits you?'])).toMatchObject(meeting);
    expect(meetingIn([{ ...reply('no'), prompt }], [])).toBeNull();
    expect(meetingIn([{ ...reply('yes'), prompt: 'Would you like a loan?' }], [])).toBeNull();
  });

  it('counts the answer to the question of the script first', () => {
    const questions = ['Would you like to come for a visit?'];
    expect(meetingIn([reply('No thanks', 0)], questions)).toMatchObject({ requested: false });
  });
});
