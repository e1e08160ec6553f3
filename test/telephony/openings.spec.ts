import { TextTalk } from '../../src/conversation';
import { OfflineDialogue } from '../../src/conversation/offline/dialogue/offline-dialogue';
import type { AnsweredBy } from '../../src/shared-kernel/call-parties';
import type { TalkBrief } from '../../src/shared-kernel/talk';
import { SPEAKING } from '../harness/talk-brief';
import { beep, music, noise, silence, speech, voiceDriver } from '../harness/voice-driver';

type Language = 'english' | 'hinglish' | 'hindi';

/** What is heard after the answer, in order: somebody says words, or there is a sound without any. */
type Heard = string | Int16Array;

interface Opening {
  readonly is: AnsweredBy;
  readonly language: Language;
  readonly heard: readonly Heard[];
}

const opening = (is: AnsweredBy, language: Language, ...heard: Heard[]): Opening => ({ is, language, heard });

/** Thirty ways in which a call begins. Between two turns of one side lies a pause that ends a turn. */
const OPENINGS: readonly Opening[] = [
  opening('human', 'english', 'Hello?', 'Yes, speaking.'),
  opening('human', 'english', 'Yeah, who is this?', 'Which college did you say?'),
  opening(
    'human',
    'english',
    "I'm in a meeting, could you leave it for today and call me tomorrow?",
    'Okay.',
  ),
  opening('human', 'english', 'Hello, Sharma residence.', 'He is not at home, can I take a message?'),
  opening('human', 'english', noise(1_500, -60), 'Hello? I can barely hear you, I am on the train.', 'Yes?'),
  opening('human', 'hinglish', 'Haan, hello?', 'Haan ji, kaun?'),
  opening('human', 'hinglish', 'Haan boliye, main sun raha hoon.', 'Kis baare mein baat karni hai?'),
  opening('human', 'hinglish', 'Abhi gaadi chala raha hoon, baad mein message kar dena.', 'Theek hai?'),
  opening('human', 'hindi', 'हैलो, कौन बोल रहा है?', 'हाँ जी, बोलिए।'),
  opening('human', 'hindi', 'नमस्ते, वो अभी बाहर गए हैं।', 'शाम को आएँगे।'),
  opening('human', 'hindi', music(1_200), 'जी बोलिए।', 'हाँ, मैंने ही पूछा था।'),
  opening(
    'voicemail',
    'english',
    'Hi, this is Priya. I am away from my phone, so leave me a message after the beep and I will get back to you.',
    beep(400),
  ),
  opening(
    'voicemail',
    'english',
    'The person you have called is unavailable right now.',
    'Please leave your message after the tone.',
    beep(500),
  ),
  opening(
    'voicemail',
    'english',
    'You have been forwarded to an automated voice messaging system.',
    'At the tone, please record your message.',
  ),
  opening(
    'voicemail',
    'hinglish',
    'Main abhi phone nahi utha sakta, beep ke baad apna naam aur message chhod dijiye.',
  ),
  opening('voicemail', 'hindi', 'कृपया टोन के बाद अपना संदेश रिकॉर्ड करें।', beep(300)),
  opening(
    'announcement',
    'english',
    'The number you are trying to call is currently switched off. Please try after some time.',
  ),
  opening('announcement', 'english', 'The subscriber you have dialled is out of coverage area.'),
  opening(
    'announcement',
    'hinglish',
    'Aap jis vyakti se sampark karna chahte hain, vah abhi dusri call par vyast hain.',
  ),
  opening('announcement', 'hindi', 'आपके द्वारा डायल किया गया नंबर अभी स्विच ऑफ है।'),
  opening('announcement', 'hindi', 'जिस ग्राहक को आप कॉल कर रहे हैं, वह नेटवर्क क्षेत्र से बाहर है।'),
  opening(
    'screening',
    'english',
    "Hi, the person you're calling is using a screening service and will get a copy of this conversation. Go ahead and say your name and why you're calling.",
  ),
  opening('screening', 'english', 'This call is being screened by an assistant. Who is calling and why?'),
  opening('screening', 'hinglish', 'Kripya apna naam aur call karne ka karan bataiye.'),
  opening('ivr', 'english', 'Thank you for calling City Hospital.', 'For appointments, press one.'),
  opening('ivr', 'english', 'Welcome. To continue in English, press 2.'),
  opening('ivr', 'hindi', 'बैंक में आपका स्वागत है। हिंदी के लिए एक दबाएँ।'),
  opening('unknown', 'english', music(9_000)),
  opening('unknown', 'hinglish', noise(12_000, -52)),
  opening('unknown', 'hindi', silence(12_000)),
];

const BRIEF: TalkBrief = {
  ...SPEAKING,
  agentName: 'Asha',
  systemPrompt: '',
  questions: ['City?'],
  dispositions: [],
  handoffNumbers: [],
  language: 'english',
  openingLine: 'Hello, can we talk?',
  pace: null,
  contactName: null,
  now: new Date('2026-11-20T10:00:00Z'),
  timeZone: 'Asia/Kolkata',
  maxSeconds: 60,
  voicemail: { action: 'hang_up', message: null },
};

/** How long the talk is watched after the last sound of its opening. */
const AFTER_MS = 2_000;
const MS_PER_CHARACTER = 60;
/** Longer than any person speaks without a pause. */
const LONGEST_TURN_MS = 3_000;
const TURN_OVER_MS = 1_200;

/** Plays an opening to an agent: whom it took it for, and whether it hung up by itself. */
async function answeredWith({ language, heard }: Opening) {
  const { session, phone, stt, pass, facts, watch } = await voiceDriver({ language });
  const end = watch(
    new TextTalk(new OfflineDialogue()).run(
      session,
      { ...BRIEF, language },
      () => undefined,
      new AbortController().signal,
    ),
  );
  for (const sound of heard) {
    if (typeof sound === 'string') {
      stt.finals.push(sound);
      const ms = Math.min(LONGEST_TURN_MS, MS_PER_CHARACTER * sound.length);
      phone.speak(speech(ms));
      await pass(ms + TURN_OVER_MS);
    } else {
      phone.speak(sound);
      await pass(sound.length / 8 + 600);
    }
  }
  await pass(AFTER_MS);
  const hungUp = end.value?.by === 'agent';
  session.close();
  const found = facts.flatMap((fact) => (fact.type === 'answering_party' ? [fact.value] : []));
  return { found: found.at(-1) ?? null, hungUp };
}

test('classifies thirty greetings correctly, and hangs up on no person', async () => {
  const wrong: string[] = [];
  const hungUpOn: string[] = [];
  for (const each of OPENINGS) {
    const { found, hungUp } = await answeredWith(each);
    const name = each.heard.map((sound) => (typeof sound === 'string' ? sound : '(sound)')).join(' ');
    if (found !== each.is) wrong.push(`${each.is}, not ${found}: ${name}`);
    const mayHangUp = ['voicemail', 'announcement', 'ivr'].includes(each.is);
    if (hungUp && !mayHangUp) hungUpOn.push(name);
  }
  expect(OPENINGS).toHaveLength(30);
  expect(hungUpOn).toEqual([]);
  expect(wrong).toEqual([]);
});
