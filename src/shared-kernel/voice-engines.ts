import { SPOKEN_TAGS } from './spoken-tags';
import { azure, type EngineData, elevenLabs, espeak, sameDefault, voices } from './voice-engine';

// OpenAI's languages for these voices; it names no regions, but the voices are American.
const OPENAI = ['en-US', 'hi-IN', 'kn-IN', 'mr-IN', 'ta-IN'];

/**
 * The catalogue of voice engines: names, variables, voices, prices. `voice-catalogue.spec.ts` checks its invariants.
 * Where an engine publishes no genders (Sarvam v3 in part, OpenAI), they follow public descriptions, or are `neutral`
 * where those disagree.
 */
export const VOICE_ENGINES = {
  google: {
    name: 'Google Chirp 3: HD',
    variables: { key: 'GOOGLE_TTS_API_KEY', url: ['GOOGLE_TTS_URL', 'https://texttospeech.googleapis.com'] },
    isDefault: true,
    supports: { pace: true, temperature: false, voiceModulation: false },
    price: '6',
    voices: [
      ...voices(
        'female',
        SPOKEN_TAGS.google,
        'Achernar Aoede Autonoe Callirrhoe Despina Erinome Gacrux Kore Laomedeia Leda Pulcherrima Sulafat ' +
          'Vindemiatrix Zephyr',
      ),
      ...voices(
        'male',
        SPOKEN_TAGS.google,
        'Achird Algenib Algieba Alnilam Charon Enceladus Fenrir Iapetus Orus Puck Rasalgethi Sadachbia ' +
          'Sadaltager Schedar Umbriel Zubenelgenubi',
      ),
    ],
    defaultVoices: sameDefault(['hi', 'en', 'bn', 'gu', 'kn', 'ml', 'mr', 'pa', 'ta', 'te'], 'Aoede'),
    sources: ['https://docs.cloud.google.com/text-to-speech/docs/chirp3-hd'],
  },
  sarvam: {
    name: 'Sarvam Bulbul v3',
    variables: {
      key: 'SARVAM_API_KEY',
      url: ['SARVAM_URL', 'https://api.sarvam.ai'],
      model: ['SARVAM_TTS_MODEL', 'bulbul:v3'],
    },
    isDefault: false,
    supports: { pace: true, temperature: true, voiceModulation: false },
    price: '10',
    voices: [
      ...voices(
        'female',
        SPOKEN_TAGS.sarvam,
        'ritu priya neha pooja simran kavya ishita shreya roopa tanya shruti suhani kavitha rupali',
      ),
      ...voices(
        'male',
        SPOKEN_TAGS.sarvam,
        'shubh aditya rahul rohan amit dev ratan varun manan sumit kabir aayan ashutosh advait anand tarun ' +
          'sunny mani gokul vijay mohit rehan soham',
      ),
    ],
    defaultVoices: sameDefault(
      ['hi', 'en', 'bn', 'gu', 'kn', 'ml', 'mr', 'pa', 'ta', 'te', 'or'],
      'shubh', // The model's own default.
    ),
    sources: [
      'https://docs.sarvam.ai/api-reference-docs/text-to-speech',
      'https://docs.sarvam.ai/api-reference-docs/api-guides-tutorials/text-to-speech/how-to/set-the-language',
    ],
  },
  elevenlabs: {
    // The model for live talk: of our languages Hindi, English and Tamil. The other Indian ones are in v3, which is not
    // made for live talk.
    name: 'ElevenLabs Flash v2.5',
    variables: {
      key: 'ELEVENLABS_API_KEY',
      url: ['ELEVENLABS_URL', 'https://api.elevenlabs.io'],
      model: ['ELEVENLABS_MODEL', 'eleven_flash_v2_5'],
    },
    isDefault: false,
    // Pace is the engine's `speed`; temperature is the inverse of its `stability`.
    supports: { pace: true, temperature: true, voiceModulation: false },
    price: '12',
    voices: [
      elevenLabs('EXAVITQu4vr4xnSDxMaL', 'Sarah', 'female', 'en-US'),
      elevenLabs('FGY2WhTYpPnrIDTdsKH5', 'Laura', 'female', 'en-US'),
      elevenLabs('Xb7hH8MSUJpSbSDYk0k2', 'Alice', 'female', 'en-GB'),
      elevenLabs('XrExE9yKIg1WjnnlVkGX', 'Matilda', 'female', 'en-US'),
      elevenLabs('cgSgspJ2msm6clMCkdW9', 'Jessica', 'female', 'en-US'),
      elevenLabs('hpp4J3VqNfWAUOO0d1Us', 'Bella', 'female', 'en-US'),
      elevenLabs('pFZP5JQG7iQjIQuC4Bku', 'Lily', 'female', 'en-GB'),
      elevenLabs('CwhRBWXzGAHq8TQ4Fs17', 'Roger', 'male', 'en-US'),
      elevenLabs('IKne3meq5aSn9XLyUdCD', 'Charlie', 'male', 'en-AU'),
      elevenLabs('JBFqnCBsd6RMkjVDRZzb', 'George', 'male', 'en-GB'),
      elevenLabs('N2lVS1w4EtoT3dr4eOWO', 'Callum', 'male', 'en-US'),
      elevenLabs('SOYHLrjzK2X1ezoPC6cr', 'Harry', 'male', 'en-US'),
      elevenLabs('TX3LPaxmHKxFdv7VOQHJ', 'Liam', 'male', 'en-US'),
      elevenLabs('bIHbv24MWmeRgasZH58o', 'Will', 'male', 'en-US'),
      elevenLabs('cjVigY5qzO86Huf0OWal', 'Eric', 'male', 'en-US'),
      elevenLabs('iP95p4xoKVk53GoZ742B', 'Chris', 'male', 'en-US'),
      elevenLabs('nPczCjzI2devNBz1zQrb', 'Brian', 'male', 'en-US'),
      elevenLabs('onwK4e9ZLuTAKqWW03F9', 'Daniel', 'male', 'en-GB'),
      elevenLabs('pNInz6obpgDQGcFmaJgB', 'Adam', 'male', 'en-US'),
      elevenLabs('pqHfZKP75CvOlQylNhV4', 'Bill', 'male', 'en-US'),
      elevenLabs('SAz9YHcvj6GT2YYXdXww', 'River', 'neutral', 'en-US'),
    ],
    defaultVoices: sameDefault(['hi', 'en', 'ta'], 'EXAVITQu4vr4xnSDxMaL'),
    sources: [
      'https://elevenlabs.io/docs/overview/models',
      'https://elevenlabs.io/docs/api-reference/voices/search (category premade)',
    ],
  },
  azure: {
    name: 'Azure AI Speech',
    variables: {
      key: 'AZURE_SPEECH_KEY',
      url: ['AZURE_SPEECH_URL', null],
      region: ['AZURE_SPEECH_REGION', (region) => `https://${region}.tts.speech.microsoft.com`],
    },
    isDefault: false,
    // SSML prosody: rate, range. Only its HD voices, which are not listed here, support a temperature.
    supports: { pace: true, temperature: false, voiceModulation: true },
    price: '6',
    voices: [
      ...azure('female', 'hi-IN', 'Swara Ananya Kavya'),
      ...azure('male', 'hi-IN', 'Madhur Aarav Kunal Rehaan'),
      ...azure('female', 'en-IN', 'Neerja Aashi Ananya Kavya'),
      ...azure('male', 'en-IN', 'Prabhat Aarav Kunal Rehaan'),
      ...azure('female', 'bn-IN', 'Tanishaa'),
      ...azure('male', 'bn-IN', 'Bashkar'),
      ...azure('female', 'gu-IN', 'Dhwani'),
      ...azure('male', 'gu-IN', 'Niranjan'),
      ...azure('female', 'kn-IN', 'Sapna'),
      ...azure('male', 'kn-IN', 'Gagan'),
      ...azure('female', 'ml-IN', 'Sobhana'),
      ...azure('male', 'ml-IN', 'Midhun'),
      ...azure('female', 'mr-IN', 'Aarohi'),
      ...azure('male', 'mr-IN', 'Manohar'),
      ...azure('female', 'or-IN', 'Subhasini'),
      ...azure('male', 'or-IN', 'Sukant'),
      ...azure('female', 'pa-IN', 'Vaani'),
      ...azure('male', 'pa-IN', 'Ojas'),
      ...azure('female', 'ta-IN', 'Pallavi'),
      ...azure('male', 'ta-IN', 'Valluvar'),
      ...azure('female', 'te-IN', 'Shruti'),
      ...azure('male', 'te-IN', 'Mohan'),
      ...azure('female', 'en-US', 'Ava Emma Jenny'),
      ...azure('male', 'en-US', 'Andrew Brian Guy'),
      ...azure('female', 'en-GB', 'Sonia Libby'),
      ...azure('male', 'en-GB', 'Ryan Thomas'),
      ...azure('female', 'en-AU', 'Natasha'),
      ...azure('male', 'en-AU', 'William'),
    ],
    defaultVoices: {
      hi: 'hi-IN-SwaraNeural',
      en: 'en-IN-NeerjaNeural',
      bn: 'bn-IN-TanishaaNeural',
      gu: 'gu-IN-DhwaniNeural',
      kn: 'kn-IN-SapnaNeural',
      ml: 'ml-IN-SobhanaNeural',
      mr: 'mr-IN-AarohiNeural',
      or: 'or-IN-SubhasiniNeural',
      pa: 'pa-IN-VaaniNeural',
      ta: 'ta-IN-PallaviNeural',
      te: 'te-IN-ShrutiNeural',
    },
    sources: [
      'https://learn.microsoft.com/azure/ai-services/speech-service/language-support?tabs=tts',
      'https://learn.microsoft.com/azure/ai-services/speech-service/speech-synthesis-markup-voice',
    ],
  },
  openai: {
    name: 'OpenAI gpt-4o-mini-tts',
    variables: {
      key: 'OPENAI_TTS_API_KEY',
      url: ['OPENAI_TTS_URL', 'https://api.openai.com/v1'],
      model: ['OPENAI_TTS_MODEL', 'gpt-4o-mini-tts'],
    },
    isDefault: false,
    supports: { pace: true, temperature: false, voiceModulation: false },
    price: '8',
    voices: [
      ...voices('female', OPENAI, 'coral marin nova sage shimmer'),
      ...voices('male', OPENAI, 'ash ballad cedar echo onyx verse'),
      ...voices('neutral', OPENAI, 'alloy fable'),
    ],
    defaultVoices: sameDefault(['hi', 'en', 'kn', 'mr', 'ta'], 'coral'),
    sources: ['https://developers.openai.com/api/docs/guides/text-to-speech'],
  },
  local: {
    name: 'eSpeak NG, offline',
    variables: null,
    isDefault: false,
    supports: { pace: true, temperature: false, voiceModulation: true },
    price: '3',
    voices: [
      ...espeak('hi', 'Hindi', 'hi-IN'),
      ...espeak('en-gb', 'English (Great Britain)', 'en-GB'),
      ...espeak('en-us', 'English (America)', 'en-US'),
      ...espeak('bn', 'Bengali', 'bn-IN'),
      ...espeak('gu', 'Gujarati', 'gu-IN'),
      ...espeak('kn', 'Kannada', 'kn-IN'),
      ...espeak('ml', 'Malayalam', 'ml-IN'),
      ...espeak('mr', 'Marathi', 'mr-IN'),
      ...espeak('or', 'Odia', 'or-IN'),
      ...espeak('pa', 'Punjabi', 'pa-IN'),
      ...espeak('ta', 'Tamil', 'ta-IN'),
      ...espeak('te', 'Telugu', 'te-IN'),
    ],
    defaultVoices: {
      hi: 'hi',
      en: 'en-gb',
      bn: 'bn',
      gu: 'gu',
      kn: 'kn',
      ml: 'ml',
      mr: 'mr',
      or: 'or',
      pa: 'pa',
      ta: 'ta',
      te: 'te',
    },
    sources: ['https://github.com/espeak-ng/espeak-ng/blob/master/docs/languages.md'],
  },
} as const satisfies Readonly<Record<string, EngineData>>;

export type VoiceEngineId = keyof typeof VOICE_ENGINES;

export const VOICE_ENGINE_IDS = Object.keys(VOICE_ENGINES) as readonly VoiceEngineId[];
