import { isGreeting } from './remark';

describe('isGreeting', () => {
  it.each(['Hello?', 'Haan ji, hello.', 'जी नमस्ते', '...'])('is true for %s', (text) =>
    expect(isGreeting(text)).toBe(true),
  );

  it.each(['Haan, 5 lakh', 'Nahi', 'Jaipur se'])('is false for %s', (text) =>
    expect(isGreeting(text)).toBe(false),
  );
});
