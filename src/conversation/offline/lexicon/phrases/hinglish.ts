import type { Phrases } from './phrase-pack';
import { rule } from '../words';

/** Hindi as it is spoken on the phone, in Latin letters. */
export const HINGLISH: Phrases = {
  started: [
    'Shukriya ji, zyada time nahi lagega.',
    'Bahut shukriya ji.',
    'Ji, dhanyavaad.',
    'Thank you ji, bas do minute lagenge.',
  ],
  first: ['Sabse pehle ye bataiye, {q}', 'Toh shuru karte hain, {q}', 'Pehle ye jaanna tha, {q}'],
  next: ['Aur {q}', 'Achha, ye bataiye, {q}', '{q}', 'Ek baat aur, {q}', 'Aur zara ye bhi bata dijiye, {q}'],
  answer: [
    'Ji, samajh gaye.',
    'Achha, badhiya.',
    'Theek hai ji, note kar liya.',
    'Bahut achha.',
    'Ji bilkul.',
    'Achha achha, theek hai.',
  ],
  no: ['Koi baat nahi.', 'Theek hai ji.', 'Achha, samajh gaye.'],
  dontKnow: ['Koi baat nahi, wo baad mein bhi dekh sakte hain.', 'Theek hai, uski koi jaldi nahi hai.'],
  willTell: [
    '{topic} ke baare mein hamare counsellor aapko poori jaankari denge.',
    '{topic} ki sahi details hamare counsellor aapko call par bata denge.',
    '{topic} wali baat note kar li hai, counsellor aapko exact bata payenge.',
  ],
  willTellOther: [
    'Iski sahi jaankari hamare counsellor aapko denge.',
    'Ye sawaal note kar liya hai, hamare counsellor isme aapki madad karenge.',
    'Is par pakka jawab hamare counsellor hi de payenge, wo aapse baat karenge.',
  ],
  repair: ['Maaf kijiye, baat theek se samajh nahi aayi, {q}', 'Sorry ji, ye thoda clear nahi hua. {q}'],
  again: ['Ji, phir se bata dete hain, {q}', 'Koi baat nahi, dobara poochh lete hain. {q}'],
  stillThere: ['Hello? Kya aapko meri awaaz aa rahi hai?', 'Hello ji, aap sun pa rahe hain?'],
  giveUp: [
    'Lagta hai awaaz nahi pahunch rahi. Hum aapko baad mein call karenge, dhanyavaad.',
    'Shayad network ki dikkat hai, hum thodi der mein phir koshish karenge. Dhanyavaad.',
  ],
  introduce: [
    'Ji, main {agent}, call aapki enquiry ke silsile mein hai.',
    'Ji, {agent} yahan se, aapki enquiry ke baare mein call hai.',
  ],
  offerCallback: [
    'Ji koi baat nahi. Aapko kab call karna theek rahega?',
    'Bilkul, aap aaram se apna kaam kijiye. Hum kis samay call karein?',
    'Koi dikkat nahi ji, phir kab baat karna sahi rahega?',
  ],
  transfer: ['Ji zaroor, abhi aapki baat hamare counsellor se karwate hain, line par rahiye.'],
  voicemail: [
    'Aapse baat nahi ho payi. Hum aapko dobara call karenge, ya aap isi number par call kar sakte hain. Dhanyavaad.',
    'Abhi aapse baat nahi ho saki, hum phir se koshish karenge. Dhanyavaad, aapka din shubh ho.',
  ],
  parting: {
    done: [
      'Bahut dhanyavaad{name}, saari baatein note kar li hain. Hamare counsellor jald hi aapse baat karenge. Aapka din shubh ho!',
      'Shukriya{name}, bas itna hi jaanna tha. Aage ki jaankari ke liye hamare counsellor aapko call karenge. Namaste!',
      'Theek hai{name}, aapke samay ke liye bahut dhanyavaad. Hamari team aapse jald sampark karegi. Namaste!',
    ],
    never: [
      'Ji, maaf kijiye ki aapko pareshani hui. Aapka number hata diya jayega, aage se call nahi aayega. Dhanyavaad.',
      'Bilkul ji, asuvidha ke liye maafi chahte hain. Ab hamari taraf se aapko koi call nahi aayegi. Namaste.',
    ],
    wrong_number: [
      'Oh, maaf kijiye, galat number lag gaya. Aapko takleef di, iske liye kshama. Dhanyavaad.',
      'Sorry ji, lagta hai number galat likha tha. Hum ise theek kar lenge, dhanyavaad.',
    ],
    not_interested: [
      'Koi baat nahi{name}, batane ke liye shukriya. Kabhi zaroorat ho toh hume zaroor yaad kijiyega. Namaste!',
      'Ji theek hai, samajh gaye. Aapke samay ke liye dhanyavaad, aapka din shubh ho.',
    ],
    callback: [
      'Theek hai ji, hum aapko baad mein call kar lenge. Dhanyavaad!',
      'Ji zaroor, hum phir baat karenge. Samay dene ke liye shukriya.',
    ],
    person_later: [
      'Ji zaroor, abhi counsellor line par available nahi hain. Wo khud aapko jald hi call karenge. Dhanyavaad!',
      'Bilkul, aapki request aage pahuncha di jayegi, hamare counsellor aapko wapas call karenge. Shukriya.',
    ],
  },
  callbackAt: [
    'Ji bilkul{name}, hum aapko {when} call karenge. Dhanyavaad, namaste!',
    'Theek hai ji, {when} ka time note kar liya hai. Tab baat karte hain, shukriya!',
  ],
  unclear: 'Maaf kijiye, aapki awaaz saaf nahi aa rahi. Kya aap thoda zor se bol sakte hain?',
  screening: 'Namaste, {account} se aapki enquiry ke baare mein call hai.',
  thinking: ['Ek second.', 'Ji, dekhte hain.'],
  trouble:
    'Maaf kijiye, hamari taraf kuch technical dikkat aa gayi hai. Hum aapko dobara call karenge, dhanyavaad.',
  ask: {
    loan: 'kya aapko education loan ya EMI ki zaroorat hogi?',
    scholarship: 'kya aap scholarship ke liye bhi apply karna chahenge?',
    hostel: 'kya aapko hostel bhi chahiye hoga?',
    visit: 'kya aap ek baar campus visit karna chahenge?',
    decision: 'is faisle mein aapke ghar se aur kaun shaamil hai?',
    marks: 'aapke kitne percent marks aaye the?',
    salary: 'aapki monthly income lagbhag kitni hai?',
    budget: 'aapka budget lagbhag kitna hai?',
    experience: 'aapko kitne saal ka experience hai?',
    source: 'aapko hamare baare mein kaise pata chala?',
    mode: 'aap classes online lena chahenge ya offline?',
    email: 'aapka email ya WhatsApp number kya hai?',
    name: 'aapka poora naam kya hai?',
    qualification: 'aapne abhi tak kahan tak padhai ki hai?',
    course: 'aap kaunsa course karna chahte hain?',
    city: 'aap kis shehar se hain?',
    time: 'aap kab tak shuru karna chahte hain?',
    interest: 'kya aapka abhi bhi isme interest hai?',
  },
  topic: {
    loan: 'Loan',
    scholarship: 'Scholarship',
    hostel: 'Hostel',
    visit: 'Campus visit',
    marks: 'Cut-off',
    budget: 'Fees',
    course: 'Course',
    city: 'Location',
    time: 'Dates aur timing',
    mode: 'Classes ke mode',
    salary: 'Placement aur package',
  },
  askFor: '{q} ke baare mein thoda bataiye?',
  askThis: '{q}',
  asking: rule(
    '(kya|kab|kahan|kaun|kaunsa|kaunsi|kaunse|kitna|kitni|kitne|kaise|kaisa|kaisi|kyun|kis|kise|kisko|kiske|bataiye|bata)',
  ),
  called: ' {n} ji',
};
