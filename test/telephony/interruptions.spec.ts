import { speech, voiceDriver } from '../harness/voice-driver';

/** Three seconds of the agent. */
const SENTENCE = 'This sentence is long enough to be interrupted in its middle.';
const CUTS_IN_AFTER_MS = 800;
/** From the first word to the words that recognition has of it. */
const WORDS_AFTER_MS = 400;

type Spoken = readonly [language: string, words: string, ms: number];

const BARGE_INS: readonly Spoken[] = [
  ['english', 'No, wait', 700],
  ['english', 'Sorry, who is this?', 1_200],
  ['english', 'Yes but how much does it cost?', 1_600],
  ['english', 'Not interested', 800],
  ['english', 'Stop', 600],
  ['english', 'Hello? Can you hear me?', 1_300],
  ['english', 'Okay okay, but not today', 1_400],
  ['hinglish', 'Nahi nahi', 700],
  ['hinglish', 'Ek minute', 700],
  ['hinglish', 'Haan lekin fees kitni hai?', 1_500],
  ['hinglish', 'Kaun bol raha hai?', 1_000],
  ['hinglish', 'Mujhe nahi chahiye', 1_100],
  ['hinglish', 'Suniye, main busy hoon', 1_400],
  ['hinglish', 'Achha toh admission kab hai?', 1_600],
  ['hindi', 'रुकिए', 600],
  ['hindi', 'नहीं चाहिए', 800],
  ['hindi', 'हाँ, पर कब?', 900],
  ['hindi', 'आप कौन हैं?', 900],
  ['tamil', 'வேண்டாம்', 700],
  ['bengali', 'না, আমি ব্যস্ত', 1_000],
];

const BACKCHANNELS: readonly Spoken[] = [
  ['english', 'Yes', 400],
  ['english', 'Yeah, yeah', 600],
  ['english', 'Okay.', 450],
  ['english', 'Mm hmm', 500],
  ['english', 'Uh huh', 450],
  ['english', 'Right', 400],
  ['english', 'Sure', 400],
  ['hinglish', 'Haan', 350],
  ['hinglish', 'Haan ji', 500],
  ['hinglish', 'Ji', 300],
  ['hinglish', 'Hmm', 350],
  ['hinglish', 'Achha', 450],
  ['hinglish', 'Theek hai', 550],
  ['hinglish', 'Sahi', 400],
  ['hindi', 'हाँ', 350],
  ['hindi', 'जी हाँ', 500],
  ['hindi', 'अच्छा', 450],
  ['hindi', 'ठीक है।', 500],
  ['tamil', 'சரி', 400],
  ['bengali', 'হ্যাঁ', 400],
];

/** What the contact says in the midst of the agent's sentence: whether that ended it, and what was heard of it. */
async function spokenInto([language, words, ms]: Spoken) {
  const { say, phone, pass, stt, session } = await voiceDriver({ language });
  // Nobody is interrupted in the opening line by speech alone.
  say('Hello.');
  await pass(600);
  const said = say(SENTENCE);
  await pass(CUTS_IN_AFTER_MS);
  stt.finals.push(words);
  phone.speak(speech(ms));
  await pass(WORDS_AFTER_MS);
  stt.partial(words);
  await pass(4_200);
  session.close();
  return { cutBy: said.value?.cutBy, heard: said.value?.playedText };
}

const wrong = async (
  all: readonly Spoken[],
  isRight: (of: { cutBy?: unknown; heard?: string }) => boolean,
) => {
  const found: string[] = [];
  for (const each of all) {
    const { cutBy, heard } = await spokenInto(each);
    if (!isRight({ cutBy, ...(heard !== undefined && { heard }) }))
      found.push(`${each.join(' ')}: ${String(cutBy)}, ${heard}`);
  }
  // All that is wrong is shown when it is more than one of twenty.
  return found.length > 0.05 * all.length ? found : [];
};

test('stops the agent for 95 % of twenty contacts who interrupt', async () => {
  const stops = await wrong(
    BARGE_INS,
    ({ cutBy, heard }) => cutBy === 'barge_in' && heard !== '' && heard !== SENTENCE,
  );
  expect(stops).toEqual([]);
  expect(BARGE_INS).toHaveLength(20);
});

test('plays the whole sentence to 95 % of twenty silent contacts', async () => {
  const goesOn = await wrong(BACKCHANNELS, ({ cutBy, heard }) => cutBy === null && heard === SENTENCE);
  expect(goesOn).toEqual([]);
  expect(BACKCHANNELS).toHaveLength(20);
});
