import { timeWords } from './time-words';

describe('timeWords', () => {
  it.each([
    ['kal shaam 6 baje call karo', 'kal shaam 6 baje'],
    ['call me tomorrow evening after 6', 'tomorrow evening after 6'],
    ['do ghante baad phone karna', 'do ghante baad'],
    ['agle hafte dekhenge', 'agle hafte'],
    ['कल शाम 7 बजे के बाद फ़ोन करना', 'कल शाम 7 बजे के बाद'],
    ['Monday ko subah 11 baje ke aas paas', 'Monday ko subah 11 baje'],
    ['next month in the morning please', 'next month in the morning'],
    ['nahi nahi, Sunday ko aa sakte hain', 'Sunday'],
    ['அது சரி, நாளைக்கு சாயங்காலம் 6 மணிக்கு கூப்பிடுங்க', 'நாளைக்கு சாயங்காலம் 6 மணிக்கு'],
    ['call me at 5:30 pm', '5:30 pm'],
  ])('%s: %s', (text, time) => {
    expect(timeWords(text)).toBe(time);
  });

  it.each(['budget 5 lakh hai', 'I am a bit busy', 'mere 85 percent hain', 'hum teen log hain', ''])(
    'none in: %s',
    (text) => {
      expect(timeWords(text)).toBeNull();
    },
  );
});
