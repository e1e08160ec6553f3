import { answererOf, isOnHoldMessage, isRecordingNotice } from './answerer';

const MACHINES: Readonly<Record<string, readonly string[]>> = {
  voicemail: [
    'Hi, you have reached Rahul. Please leave a message after the tone.',
    'Your call has been forwarded to voicemail. The person you are calling is not available. At the tone, please record your message.',
    "I can't take your call right now, leave your name and number and I will call you back.",
    'कृपया बीप के बाद अपना संदेश छोड़ें।',
    'Beep ke baad apna message record karein.',
    'aap jise call kar rahe hain woh abhi uplabdh nahi hai, kripya beep ke baad sandesh chhodein',
    'The mailbox is full.',
    'Sorry, we are unable to take the call right now.',
    "Hi, this is Meera, I can't come to the phone.",
    'I will call you back if you leave a message.',
    'No one is available to take your call.',
    'Your call has been forwarded to an automatic voice message system.',
  ],
  announcement: [
    'The number you have dialled is currently switched off. Please try again later.',
    'The subscriber you are calling is not reachable at the moment.',
    'आप जिस नंबर पर कॉल कर रहे हैं वह अभी बंद है। कृपया थोड़ी देर बाद प्रयास करें।',
    'aapne jis number ko dial kiya hai woh abhi switch off hai',
    'The customer you are trying to reach is on another call, the number is busy on another call.',
    'आप जिस व्यक्ति से संपर्क करना चाहते हैं वे अभी व्यस्त हैं।',
    'jis grahak se aap sampark karna chahte hain wah network coverage area se bahar hai',
    'This number does not exist.',
    'Incoming calls are not allowed on this number.',
    'Aapki call forward ki ja rahi hai.',
    'इस रूट की सभी लाइनें व्यस्त हैं।',
    'Jis number par aap call kar rahe hain wah abhi vyast hai.',
  ],
  screening: [
    'Hi, the person you are calling is using a screening service from Google. Please say your name and why you are calling.',
    "Please state your name and the reason for your call, I'll see if this person is available.",
    'Hello, record your name and reason for calling and I will check if the person is available.',
    'This is a call assistant. Who is calling, and why?',
  ],
  ivr: [
    'Welcome to HDFC Bank. For English press one. Hindi ke liye do dabaye.',
    'To speak to sales, press 2.',
    'हिंदी के लिए एक दबाएं।',
    'Please press the star key to go back to the main menu.',
  ],
};

describe('answererOf', () => {
  it.each(Object.entries(MACHINES).flatMap(([machine, all]) => all.map((text) => [machine, text] as const)))(
    'recognizes a machine: %s, %s',
    (machine, text) => expect(answererOf(text)).toBe(machine),
  );

  it.each([
    'Hello?',
    'Haan ji, boliye.',
    "I'll get back to you as soon as possible.",
    "I'm on another call.",
    'Kaun bol raha hai?',
    'Who is this? What is this about?',
    'Abhi main busy hoon, baad mein call karo.',
    'जी हाँ, मैं ही बोल रहा हूँ।',
    'This call is being recorded for quality.',
    'Yes, I am driving, can you call later?',
    'Main abhi phone par hoon, message kar do.',
    'Nahi, woh ghar par nahi hai.',
    'I will leave a message for my wife.',
    'Can I leave a message for him?',
    'I cannot take the call now, I am at work.',
    "Sorry, I can't take this call.",
    'I am on another call, please try after some time.',
    'My phone was switched off.',
    'Mera phone switch off hone wala hai.',
    'Beta, phone switch off ho gaya tha.',
    'वह अभी व्यस्त है।',
    'I received your voice message.',
  ])('recognizes a person: %s', (text) => expect(answererOf(text)).toBeNull());
});

it.each([
  ['This call is being recorded for quality and training purposes.', true],
  ['Your call may be recorded.', true],
  ['Yeh call record ki ja rahi hai.', true],
  ['Is this call about the course?', false],
])('isRecordingNotice %s: %s', (text, expected) => expect(isRecordingNotice(text)).toBe(expected));

it.each([
  ['Your call is on hold. Please stay on the line.', true],
  ['The person you are speaking to has put your call on hold.', true],
  ['आपकी कॉल होल्ड पर है।', true],
  ['Hold on, who is this?', false],
  ['Haan boliye', false],
])('isOnHoldMessage %s: %s', (text, expected) => expect(isOnHoldMessage(text)).toBe(expected));
