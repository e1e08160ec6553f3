import type { Phrases } from './phrase-pack';
import { rule } from '../words';

/** Indian English. */
export const ENGLISH: Phrases = {
  started: [
    "Thank you, I won't take much of your time.",
    'Thanks a lot.',
    'Great, thank you. It will just take two minutes.',
  ],
  first: ['To begin with, {q}', 'So, to start, {q}', 'First of all, {q}'],
  next: ['And {q}', 'Alright, {q}', 'One more thing, {q}', 'And may I ask, {q}'],
  answer: [
    'Alright, got it.',
    'Okay, that is good to know.',
    'Sure, I have noted that.',
    'Great.',
    'Understood.',
  ],
  no: ['No problem.', 'That is alright.', 'Okay, understood.'],
  dontKnow: ['No problem, that can be decided later as well.', 'That is fine, there is no hurry for that.'],
  willTell: [
    'On {topic}, our counsellor will give you the complete details.',
    'I have noted your question on {topic}, our counsellor will share the exact details with you.',
    'For {topic}, it is best that our counsellor explains it to you.',
  ],
  willTellOther: [
    'Our counsellor will give you the right information on that.',
    'I have noted your question, our counsellor will help you with it.',
    'Our counsellor is the right person to answer that, and will get in touch with you.',
  ],
  repair: ["Sorry, I didn't quite get that. {q}", 'Sorry, that was not very clear to me. {q}'],
  again: ['Sure, let me repeat that. {q}', 'No problem, I will say it again. {q}'],
  stillThere: ['Hello? Can you hear me?', 'Hello, are you there?'],
  giveUp: [
    "It seems you can't hear me. We will call you again later. Thank you.",
    'It looks like there is a network issue. We will try you again in a while. Thank you.',
  ],
  introduce: [
    "This is {agent}, I'm calling about your enquiry.",
    'I am {agent}, this call is regarding your enquiry.',
  ],
  offerCallback: [
    'No problem at all. When would be a good time to call you?',
    'Sure, please carry on. What time should we call you?',
    'That is alright. When would it suit you to talk?',
  ],
  transfer: ['Sure, let me connect you to our counsellor right away. Please stay on the line.'],
  voicemail: [
    'I was not able to reach you. We will call you again, or you can call back on this number. Thank you.',
    'Sorry I missed you, we will try again. Thank you and have a good day.',
  ],
  parting: {
    done: [
      'Thank you so much{name}, I have noted everything. Our counsellor will speak to you soon. Have a great day!',
      'Thanks{name}, that was all I wanted to know. Our counsellor will call you with the details. Goodbye!',
      'Alright{name}, thank you for your time. Our team will be in touch with you shortly. Bye!',
    ],
    never: [
      'I am sorry for the trouble. Your number will be removed and you will not get any more calls from us. Thank you.',
      'Understood, and apologies for the inconvenience. We will not call you again. Goodbye.',
    ],
    wrong_number: [
      'Oh, I am sorry, it seems we have the wrong number. Apologies for the trouble. Goodbye.',
      'Sorry about that, the number must have been noted wrongly. We will correct it. Thank you.',
    ],
    not_interested: [
      'No problem{name}, thank you for letting me know. Do remember us if you ever need anything. Goodbye!',
      'Alright, I understand. Thank you for your time, and have a good day.',
    ],
    callback: [
      'Alright, we will call you later. Thank you!',
      'Sure, we will speak another time. Thanks for letting me know.',
    ],
    person_later: [
      'Sure, none of our counsellors is free right now. They will call you back personally very soon. Thank you!',
      'Of course, I will pass on your request, and our counsellor will call you back. Thank you.',
    ],
  },
  callbackAt: [
    'Sure{name}, we will call you {when}. Thank you, and goodbye!',
    'Alright, I have noted it down: {when}. Speak to you then. Thanks!',
  ],
  unclear: 'Sorry, your voice is not clear. Could you please speak a bit louder?',
  screening: 'Hello, {account} is calling about your enquiry.',
  thinking: ['Let me see.', 'One moment please.'],
  trouble: 'I am sorry, we are facing a technical problem on our side. We will call you again. Thank you.',
  ask: {
    loan: 'would you need an education loan or an EMI option?',
    scholarship: 'would you like to apply for a scholarship as well?',
    hostel: 'would you also need the hostel?',
    visit: 'would you like to visit the campus once?',
    decision: 'who else in your family is involved in this decision?',
    marks: 'what percentage did you score?',
    salary: 'what is your monthly income, roughly?',
    budget: 'what is your budget, roughly?',
    experience: 'how many years of experience do you have?',
    source: 'how did you hear about us?',
    mode: 'would you prefer online or offline classes?',
    email: 'what is your email or WhatsApp number?',
    name: 'may I have your full name?',
    qualification: 'what have you studied so far?',
    course: 'which course would you like to do?',
    city: 'which city are you from?',
    time: 'by when would you like to start?',
    interest: 'are you still interested in this?',
  },
  topic: {
    loan: 'the loan',
    scholarship: 'scholarships',
    hostel: 'the hostel',
    visit: 'the campus visit',
    marks: 'the cut-off',
    budget: 'the fees',
    course: 'the course',
    city: 'the location',
    time: 'the dates',
    mode: 'the classes',
    salary: 'placements and packages',
  },
  askFor: 'could you tell me a bit about your {q}?',
  askThis: '{q}',
  asking: rule(
    '(what|which|when|where|who|how|why|is|are|do|does|did|can|could|would|will|have|has|should|may)',
  ),
  called: ', {n}',
};
