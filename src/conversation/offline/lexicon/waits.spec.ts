import { requestsWait, mayFallSilent } from './waits';

describe('a contact who asks to wait', () => {
  it.each([
    'ek minute bhai',
    'haan ek second',
    'just a minute',
    'minute',
    'ek min',
    'एक मिनट',
    'एक सेकंड रुकिए',
    'ruko',
    'Ruko zara',
    'thoda ruko yaar',
    'ruk jaiye zara',
    'रुकिए',
    'wait',
    'wait wait',
    'please wait',
    'wait a minute please',
    'hold kijiye',
    'zara hold karna',
    'hold the line please',
    'line par rahiye',
    'bear with me',
    'let me check',
    'can you hold for a second',
    'hang on a sec',
    'hold on, someone is at the door',
    'ek minute ruko koi aaya hai',
    'Ek minute, main gaadi side mein laga leta hoon',
    'ruko mummy se poochta hoon',
    'haan ek minute pen leta hoon',
    'one second, let me ask my wife',
    'Haan theek hai, ek minute',
    'ek minute thamba',
    'एक मिनिट थांबा',
    'ਇੱਕ ਮਿੰਟ',
    'એક મિનિટ',
    'একটু দাঁড়ান',
    'ஒரு நிமிடம்',
    'ఒక్క నిమిషం',
    'ಒಂದು ನಿಮಿಷ',
    'ഒരു മിനിറ്റ്',
    'ଗୋଟିଏ ମିନିଟ୍',
  ])('%s', (text) => {
    expect(requestsWait(text)).toBe(true);
    expect(mayFallSilent(text)).toBe(true);
  });

  it.each([
    'das minute',
    'raat ke do baj ke das minute',
    '15 minute',
    'hold on to the old number',
    'someone is here to take the parcel',
    'koi aaya hai delivery dene',
    'do minute baad call karo',
    'one minute is enough',
    'two minutes walk from the station',
    'I can wait a month',
    'how long should I wait',
    'kitna wait karna padega',
    'let me check with my wife and call you',
    'let me see, around five lakh',
    'ruko mat, boliye',
    'main rukunga do din',
    'hold hai abhi plan',
    'waiting for salary',
    'Haan, boliye',
    'Nahi chahiye',
  ])('is not: %s', (text) => expect(requestsWait(text)).toBe(false));

  it.each(['Hold on, let me check', 'let me look for the bill', 'two minutes, then I can talk'])(
    'may be silent: %s',
    (text) => expect(mayFallSilent(text)).toBe(true),
  );

  it.each(['Haan, boliye', 'Nahi chahiye'])('is not silent: %s', (text) =>
    expect(mayFallSilent(text)).toBe(false),
  );
});
