import * as fc from 'fast-check';
import { type Remark, understand } from './remark';

type Sign = {
  [K in keyof Remark]: Remark[K] extends boolean ? K : never;
}[keyof Remark];

const YES: Readonly<Partial<Record<Sign, readonly string[]>>> = {
  neverAgain: [
    'Dobara kabhi call mat karna.',
    'दोबारा कभी कॉल मत करना।',
    'mera number list se hata do',
    'Please stop calling me',
    'call karna chhod do',
    'Aaj ke baad is number pe phone mat karna',
    'apni list se mera number uda do',
    'roz roz call karke tang mat karo',
    'Kindly remove my contact from your database',
    "I don't want to receive any more calls",
    'आगे से कभी फ़ोन न करें',
    'aage se call mat kijiyega',
    'Never call me again',
    "don't call me",
    'दोबारा फ़ोन मत कीजिए',
    'remove my number from your list',
    'ab call nahi aana chahiye dobara',
    'இனிமேல் எனக்கு ஃபோன் பண்ணாதீங்க.',
    'मला पुन्हा कधीही फोन करू नका.',
  ],
  wrongNumber: [
    'Galat number hai',
    'रॉन्ग नंबर है भैया',
    'Yahan is naam ka koi nahi hai',
    'There is nobody by that name here',
    'I think you have the wrong person',
    'is naam ka koi nahi rehta yahan',
    'এটা ভুল নম্বর',
    'maine apply nahi kiya, kisi aur ne mera number daal diya hoga',
    'number dekh ke milao bhai',
    'Unka dehant ho gaya hai',
    "You've got the wrong guy",
    'I never applied, somebody must have given my number',
  ],
  refuses: [
    'Abhi zaroorat nahi hai, dhanyavaad',
    'mujhe interest nahi hai',
    'अभी ज़रूरत नहीं है, धन्यवाद',
    'admission ho gaya hai mera',
    'I have already taken admission',
    'main interested nahi hoon',
    'rehne dijiye',
    'मेरा एडमिशन हो चुका है',
    'we are not looking for it anymore',
    'Tum log fraud ho, phone rakho',
    'How many times? I said no',
    'मुझे ऑर्डर कैंसिल करना है',
  ],
  settled: [
    'maine already le liya hai',
    'doosre bank se mil gaya',
    'abhi koi plan nahi hai',
    'itna mehnga hamare bas ka nahi hai',
    'हमने दूसरे डॉक्टर को दिखा दिया है',
    'my plans have changed',
    'we went with another builder',
    "I don't believe in insurance",
    'मैंने कोई ऑर्डर नहीं किया',
    "I didn't apply anywhere",
    'I never ordered that',
  ],
  callLater: [
    'Kal shaam ko call karna',
    '10 minute mein phone karo',
    'month end ke baad try karna',
    'tab call kar lena',
    'give me a call next week',
    'घर पहुँच कर बात करता हूँ, सात बजे के बाद',
    'कल शाम 6 बजे कॉल कर लीजिए',
    'call me tomorrow evening',
    'baad mein baat karte hain',
    'thodi der baad call kijiye',
    'do ghante baad phone karo',
    'phir kabhi baat karte hain',
    'agle hafte call karein',
    'please call after 6 pm',
    'அது சரி, நாளைக்கு கூப்பிடுங்க',
  ],
  busy: ['Main abhi busy hoon', "can't talk right now", 'abhi time nahi hai', 'मैं अभी थोड़ा व्यस्त हूँ'],
  elsewhere: ['मैं मीटिंग में हूँ', 'I am in a meeting', 'abhi drive kar raha hoon', 'office mein hoon abhi'],
  notThere: [
    'Papa ghar par nahi hain',
    'wo abhi office gaye hain',
    'He is not at home right now',
    'मम्मी सो रही हैं',
  ],
  reportedAway: ['Main uska papa bol raha hun, wo school gaya hai', "This is his mother, he's at work"],
  wantsPerson: [
    'Mujhe kisi insaan se baat karni hai',
    'counsellor se baat karwa dijiye',
    'connect me to a counsellor',
    'I want to talk to a real person',
    'किसी इंसान से बात करनी है',
  ],
  unclear: [
    'Kya?',
    "I don't understand",
    'Kya? Awaaz cut rahi hai',
    'samajh nahi aaya',
    'Sorry, can you repeat that?',
    'आवाज़ नहीं आ रही',
  ],
  requestsDetails: ['Brochure WhatsApp kar dijiye', 'व्हाट्सएप पर भेज दीजिए', 'email it to me'],
  complains: ['Ghutne mein dard hai', 'बुखार है बच्चे को', 'bahut kharab service hai'],
  asksIfMachine: ['Kya aap robot ho?', 'Are you a real person?', 'insaan ho ya machine?'],
  goodbye: ['Ok bye', 'Thank you, goodbye'],
  yes: ['हो', 'हो, सांगा', 'haan ji'],
  asksWho: [
    'Kis baare mein?',
    'Kaun si company?',
    'Kaun?',
    'Kahan se?',
    'mera number kahan se mila?',
    'How did you get my number?',
    'aap kaun bol rahe hain?',
    'who is this?',
    'कौन बोल रहा है?',
    'kahan se bol rahe ho',
  ],
  dontKnow: ['pata nahi', 'अभी सोचा नहीं है', 'I am not sure', 'abhi decide nahi kiya'],
  machine: [
    'The person you are calling is not available right now. Please leave a message after the tone.',
    'आप जिस व्यक्ति को कॉल कर रहे हैं वो उपलब्ध नहीं है',
    'The number you have dialed is switched off',
  ],
  interested: [
    'mujhe interest hai',
    'I want to take admission',
    'main admission lena chahta hoon',
    'जी मुझे रुचि है',
  ],
};

const NO: Readonly<Partial<Record<Sign, readonly string[]>>> = {
  neverAgain: [
    'Abhi call mat karo, kal karna',
    'dobara call kijiye na please',
    'phone mat rakhiye',
    'unka phone hi nahi aaya',
    'can you call me again tomorrow?',
    "don't call me before 6",
    'I could not take your call, please call again',
    'mujhse aapka number delete ho gaya tha',
    'iske baad koi call nahi aaya',
    'complaint ki thi, ab tak koi call nahi aaya',
    'phir call aaya to main utha lunga',
    'nobody called me after that',
    'my father takes the final call',
    "don't bother, I will come myself",
  ],
  wrongNumber: [
    'Mera number ye hi hai',
    'number WhatsApp par bhej do',
    'mera purana number band ho gaya, ye naya number hai',
    'nobody called me after that',
  ],
  settled: [
    'Form abhi nahi bhara hai, madad chahiye',
    'Haan ji boliye, main sun raha hoon',
    'maine BSc kar li hai, ab MSc karna hai',
    'Haan form bhara tha maine',
    "I'm fine, thank you. Tell me.",
    'hum 2 lakh tak ka soch rahe hain',
    'main company mein kaam karta hoon',
    'hello, sunai nahi de raha',
  ],
  goodbye: ['Bye the way, fees kitni hai?'],
  yes: ['aap ghar aa sakte ho kya', 'ho gaya admission'],
  reportedAway: ['Main uska papa bol raha hun, boliye', 'Papa ghar par nahi hain'],
  asksIfMachine: [
    'ye computer course kya hai?',
    'machine learning ka course karna hai',
    'main person se milna chahta hoon',
  ],
  requestsDetails: ['details chahiye', 'mera email rohan@example.com hai'],
  refuses: [
    'maine bola na 5 lakh',
    'I want to return to India',
    'main phone rakhta hoon, dhanyavaad',
    'loan ki zaroorat nahi padegi',
    'hostel nahi chahiye',
    'mujhe interest hai',
    'no problem',
  ],
  callLater: [
    'budget ki baat baad mein karenge',
    'din mein teen baar call karte ho',
    'you called me yesterday evening',
    'result aane ke baad',
    'jab zaroorat hogi main khud call kar lunga',
    'kal result aayega',
  ],
  busy: ['office mein kaam karta hoon', 'haan bataiye'],
  wantsPerson: [
    'papa se baat karni padegi',
    'ghar mein baat karni padegi',
    'counsellor se maine baat ki thi',
  ],
  interested: ['hum 2 lakh tak ka soch rahe hain', 'not interested'],
};

const cases = (table: typeof YES): [Sign, string][] =>
  Object.entries(table).flatMap(([sign, texts]) => texts.map((text): [Sign, string] => [sign as Sign, text]));

describe('understand', () => {
  it.each(cases(YES))('finds %s: %s', (sign, text) => expect(understand(text)[sign]).toBe(true));

  it.each(cases(NO))('does not find %s: %s', (sign, text) => expect(understand(text)[sign]).toBe(false));

  it('finds the time that belongs to a wish for a call', () =>
    expect(understand('Result June mein aayega. Aap kal shaam ko call kijiye.').when).toBe('kal shaam'));

  it('separates statements from questions and greetings', () => {
    const { says, asks } = understand('Haan ji. Budget 5.5 lakh hai. Waise hostel milega kya?');
    expect(says).toEqual(['Budget 5.5 lakh hai.']);
    expect(asks).toEqual(['Waise hostel milega kya?']);
  });

  it('accepts any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (text) =>
        expect(understand(text).text).toBe(text),
      ),
    );
  });

  it('needs linear time for a very long remark', () => {
    // Measures the CPU time of this process: other work of the machine does not count.
    const before = process.cpuUsage();
    understand('dobara kal baad mein call nahi abhi '.repeat(500));
    understand('?.!'.repeat(5_000));
    understand('a.'.repeat(5_000));
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(500);
  });
});
