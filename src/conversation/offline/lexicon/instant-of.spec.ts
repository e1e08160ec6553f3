import { localTimeIn } from './instant-of';

/** A Friday, 14:30 in India. */
const NOW = new Date('2026-11-20T09:00:00Z');

it.each([
  ['kal shaam', '2026-11-21T18:00'],
  ['कल शाम को', '2026-11-21T18:00'],
  ['tomorrow evening', '2026-11-21T18:00'],
  ['kal', '2026-11-21T10:00'],
  ['kal subah 11 baje', '2026-11-21T11:00'],
  ['kal 6 baje', '2026-11-21T18:00'],
  ['kal shaam saadhe paanch baje', '2026-11-21T17:30'],
  ['parso dopahar', '2026-11-22T13:00'],
  ['day after tomorrow', '2026-11-22T10:00'],
  ['aaj raat', '2026-11-20T20:00'],
  ['aaj 5 baje', '2026-11-20T17:00'],
  ['tonight at 9', '2026-11-20T21:00'],
  ['Monday', '2026-11-23T10:00'],
  ['Friday', '2026-11-27T10:00'],
  ['somvar subah 9 baje', '2026-11-23T09:00'],
  ['2 ghante baad', '2026-11-20T16:30'],
  ['do ghante mein', '2026-11-20T16:30'],
  ['aadhe ghante baad', '2026-11-20T15:00'],
  ['in 45 minutes', '2026-11-20T15:15'],
  ['2 din baad', '2026-11-22T10:00'],
  ['at 4:30 pm tomorrow', '2026-11-21T16:30'],
  ['tomorrow at noon', '2026-11-21T12:00'],
  ['tomorrow afternoon', '2026-11-21T13:00'],
  ['4pm', '2026-11-20T16:00'],
  ['subah', '2026-11-21T10:00'],
  ['half past five', '2026-11-20T17:30'],
  ['tomorrow at quarter past 11 am', '2026-11-21T11:15'],
  ['kal 10 past 4', '2026-11-21T16:10'],
  ['kal ten past four', '2026-11-21T16:10'],
  ['7 baje', '2026-11-20T19:00'],
  ['9 baje', '2026-11-21T09:00'],
  ['kal shaam chhe baje', '2026-11-21T18:00'],
  ['उद्या संध्याकाळी 6 वाजता', '2026-11-21T18:00'],
  ['ਕੱਲ੍ਹ ਸ਼ਾਮ 6 ਵਜੇ', '2026-11-21T18:00'],
  ['કાલે સાંજે 6 વાગ્યે', '2026-11-21T18:00'],
  ['কাল সন্ধ্যায় 6টায়', '2026-11-21T18:00'],
  ['நாளைக்கு சாயங்காலம் 6 மணிக்கு', '2026-11-21T18:00'],
  ['రేపు సాయంత్రం 6 గంటలకు', '2026-11-21T18:00'],
  ['ನಾಳೆ ಸಂಜೆ 6 ಗಂಟೆಗೆ', '2026-11-21T18:00'],
  ['നാളെ വൈകുന്നേരം 6 മണിക്ക്', '2026-11-21T18:00'],
  ['କାଲି ସନ୍ଧ୍ୟାରେ 6ଟାରେ', '2026-11-21T18:00'],
  ['നാളെ', '2026-11-21T10:00'],
])('parses %j', (words, local) => expect(localTimeIn(words, NOW, 'Asia/Kolkata')).toBe(local));

it.each(['baad mein', 'agle hafte', 'aaj subah', 'result ke baad', ''])('ignores %j', (words) =>
  expect(localTimeIn(words, NOW, 'Asia/Kolkata')).toBeNull(),
);
