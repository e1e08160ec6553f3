import { type Remark, understand } from './remark';

type Sign = { [K in keyof Remark]: Remark[K] extends boolean ? K : never }[keyof Remark];

describe('remarks of those who want no call, or a person', () => {
  it.each<[Sign, string]>([
    ['neverAgain', 'Enough of these calls!'],
    ['neverAgain', 'You must not call me any more'],
    ['neverAgain', "don't call me any more"],
    ['neverAgain', 'Block my number in your system'],
    ['neverAgain', 'I revoke my consent'],
    ['neverAgain', 'aainda is number pe call na aaye'],
    ['callLater', "Please don't call before ten"],
    ['refuses', 'Get lost'],
    ['refuses', 'F*** off'],
    ['refuses', 'Hang up'],
    ['refuses', 'disconnect the call'],
    ['refuses', 'bhaad mein jao'],
    ['refuses', 'kya bakwas hai'],
    ['refuses', 'phone kaat do'],
    ['refuses', 'tang aa gaya hoon tumhare phone se'],
    ['refuses', 'I am fed up with these calls'],
    ['wantsPerson', 'Give me a human'],
    ['wantsPerson', "I don't talk to bots"],
    ['wantsPerson', 'I want to talk to a doctor'],
    ['wantsPerson', 'Ask your boss to call me'],
    ['wantsPerson', 'have your manager call me'],
    ['machine', "Hi, this is Priya, I can't take your call, leave a message"],
  ])('means %s: %s', (sign, text) => expect(understand(text)[sign]).toBe(true));

  it.each<[Sign, string]>([
    ['neverAgain', "Please don't call before ten"],
    ['neverAgain', "Don't call at night"],
    ['neverAgain', 'raat ko call mat karna'],
    ['neverAgain', "I hope you don't call ten times"],
    ['neverAgain', 'I have had enough of this job'],
    ['neverAgain', 'my bank blocked my number'],
    ['refuses', "don't hang up"],
    ['refuses', 'phone mat kaatna, ek minute'],
    ['refuses', 'I got lost on the way'],
    ['refuses', 'net disconnect ho gaya tha'],
    ['wantsPerson', 'I need a person for my shop'],
    ['wantsPerson', 'I talked to a doctor yesterday'],
    ['machine', "He is not reachable right now, I'm his brother"],
  ])('does not mean %s: %s', (sign, text) => expect(understand(text)[sign]).toBe(false));
});
