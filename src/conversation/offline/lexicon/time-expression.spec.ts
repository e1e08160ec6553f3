import { timeExpressionIn, wholeTimeIn } from './time-expression';

describe('timeExpressionIn', () => {
  it.each([
    ['kal shaam 6 baje call karo', 'kal shaam 6 baje'],
    ['call me tomorrow evening after 6', 'tomorrow evening after 6'],
    ['do ghante baad phone karna', 'do ghante baad'],
    ['agle hafte dekhenge', 'agle hafte'],
    ['कल शाम 7 बजे के बाद फ़ोन करना', 'कल शाम 7 बजे के बाद'],
    ['Monday ko subah 11 baje ke aas paas', 'Monday ko subah 11 baje ke aas paas'],
    ['next month in the morning please', 'next month in the morning'],
    ['nahi nahi, Sunday ko aa sakte hain', 'Sunday'],
    ['அது சரி, நாளைக்கு சாயங்காலம் 6 மணிக்கு கூப்பிடுங்க', 'நாளைக்கு சாயங்காலம் 6 மணிக்கு'],
    ['call me at 5:30 pm', '5:30 pm'],
    ['उद्या सकाळी 7 वाजता फोन करा', 'उद्या सकाळी 7 वाजता'],
    ['കാര്യം ശരി, നാളെ രാവിലെ 7 മണിക്ക് വിളിക്കൂ', 'നാളെ രാവിലെ 7 മണിക്ക്'],
    ['call me tomorrow at 8 p.m. please', 'tomorrow at 8 p.m.'],
    ['parso dopahar ke baad phone karna', 'parso dopahar ke baad'],
    ['next week Tuesday ko', 'next week Tuesday'],
    ['10 minute mein karo', '10 minute mein'],
    ['7 baje ke baad', '7 baje ke baad'],
    ['shaam ko chhe saat baje ke beech', 'shaam ko chhe saat baje ke beech'],
    ['7-8 baje', '7-8 baje'],
    ['month end ke baad', 'month end ke baad'],
    ['at the end of the month', 'end of the month'],
    ['first week of April', 'first week of April'],
    ['Diwali ke baad baat karte hain', 'Diwali ke baad'],
    ['salary aane ke baad', 'salary aane ke baad'],
    ['lunch ke time karna', 'lunch ke time'],
    ['in the evening, after seven', 'in the evening, after seven'],
    ['day after tomorrow, post noon', 'day after tomorrow, post noon'],
    ['can we do this at the end of the week?', 'end of the week'],
    ['आधे घंटे में आ जाएँगी', 'आधे घंटे में'],
    ['अगले महीने की पहली तारीख़ को', 'अगले महीने की पहली तारीख़'],
    ['6 baje chhutti hoti hai', '6 baje'],
    ['call me at half past five', 'half past five'],
    ['tomorrow at quarter past 11 please', 'tomorrow at quarter past 11'],
    ['mujhe 1.5 ghante baad call karna', '1.5 ghante baad'],
    ['ek ghanta tees minute baad call karna', 'ek ghanta tees minute baad'],
    ['call me in an hour and a half please', 'in an hour and a half'],
    ['call me in forty five minutes', 'in forty five minutes'],
  ])('finds in %s: %s', (text, time) => expect(timeExpressionIn(text)).toBe(time));

  it.each([
    'budget 5 lakh hai',
    'I am a bit busy',
    'mere 85 percent hain',
    'hum teen log hain',
    'good morning',
    'I am past that',
    'half past nothing',
    'class mein hoon',
    'kisi ke paas nahi hai',
    '',
  ])('finds none in %s', (text) => expect(timeExpressionIn(text)).toBeNull());
});

describe('wholeTimeIn', () => {
  it.each([
    ['Kal mujhe 5 baje call karna', 'Kal 5 baje'],
    ['parso aap shaam 6 baje phone kijiye', 'parso shaam 6 baje'],
    ['tomorrow please call me at 5 pm', 'tomorrow 5 pm'],
    ['कल आप मुझे 5 बजे कॉल करना', 'कल 5 बजे'],
    ['5 baje call karna, kal', '5 baje kal'],
    ['kal shaam phone karna 7 baje', 'kal shaam 7 baje'],
    ['kal mujhe sade paanch baje call karna', 'kal sade paanch baje'],
    ['kal shaam 6 baje call karo', 'kal shaam 6 baje'],
    ['kal nahi 5 baje call karna', '5 baje'],
    ['kal 4 baje phone karna ya parso', 'kal 4 baje'],
    ['kal form bhara tha 5 baje call karna', '5 baje'],
    ['Monday phone karna 2 ghante baad', '2 ghante baad'],
    ['phone karna', null],
  ])('finds in %s: %p', (text, time) => expect(wholeTimeIn(text)).toBe(time));
});
