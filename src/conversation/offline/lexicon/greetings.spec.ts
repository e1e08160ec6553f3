import { isGreeting } from './remark';

describe('isGreeting', () => {
  it.each([
    'Hello?',
    'Haan ji, hello.',
    'जी नमस्ते',
    '...',
    'haan haan sunai de raha hai',
    'Yes, I can hear you',
  ])('is true for %s', (text) => expect(isGreeting(text)).toBe(true));

  it.each(['Haan, 5 lakh', 'Nahi', 'Jaipur se', "I can't hear you"])('is false for %s', (text) =>
    expect(isGreeting(text)).toBe(false),
  );
});
