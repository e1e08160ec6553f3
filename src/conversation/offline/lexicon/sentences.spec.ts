import { understand } from './remark';
import { sentencesOf } from './sentences';

describe('clausesOf', () => {
  it.each([
    ['MBA karna hai, fees kitni hai?', ['MBA karna hai,'], ['fees kitni hai?']],
    ['Main job karta hoon, weekend classes hai kya', ['Main job karta hoon,'], ['weekend classes hai kya']],
    ['फीस कितनी है', [], ['फीस कितनी है']],
    ['Commission kitna dete ho', [], ['Commission kitna dete ho']],
    ['Agar loan mile, to fees kitni hai?', [], ['Agar loan mile, to fees kitni hai?']],
    ['fees kitni hai sir', [], ['fees kitni hai sir']],
    ['how much does it cost', [], ['how much does it cost']],
    ['How much it costs is clear.', ['How much it costs is clear.'], []],
    ['What is important to me is the price.', ['What is important to me is the price.'], []],
    ['kya isme loan mil jayega', [], ['kya isme loan mil jayega']],
    ['Pata nahi fees kitni hai', ['Pata nahi fees kitni hai'], []],
    ['Rohan? Galat number hai', ['Galat number hai'], ['Rohan?']],
  ])('reads what is stated and what is asked in %s', (text, says, asks) =>
    expect(understand(text)).toMatchObject({ says, asks }),
  );
});

describe('sentencesOf', () => {
  it('splits at marks of both scripts, and not within a number or an abbreviation', () =>
    expect(sentencesOf('जी हाँ। B.Tech karna hai, 5.5 lakh! Theek?')).toEqual([
      'जी हाँ।',
      'B.Tech karna hai, 5.5 lakh!',
      'Theek?',
    ]));

  it('splits after "p.m." where the next word has a capital letter', () =>
    expect(sentencesOf('Call me at 5 p.m. tomorrow. At 6 P.M. Thank you.')).toEqual([
      'Call me at 5 p.m. tomorrow.',
      'At 6 P.M.',
      'Thank you.',
    ]));
});
