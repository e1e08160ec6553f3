import {
  answer,
  choice,
  choiceOf,
  constant,
  decimal,
  flag,
  inline,
  listOf,
  listOfPlain,
  listOfThese,
  text,
} from '../../platform/http/answers/answer';
import type { voiceEngineView } from '../application/voice.view';
import { ENGINE_IDS, type Voice } from '../domain/voice-catalogue';

type EngineView = ReturnType<typeof voiceEngineView>;

const LANGUAGES = listOfPlain(text('A BCP 47 tag.'), 'The languages that it speaks, as BCP 47 tags.');

const VOICE = answer<EngineView['voices'][number]>(
  'Voice',
  'A voice of an engine.',
  {
    object: constant('voice'),
    id: text('The value of voice.'),
    name: text('For people.'),
    gender: choiceOf<Voice['gender']>({ female: true, male: true, neutral: true }, 'How it sounds.'),
    languages: LANGUAGES,
    default: flag('Whether an agent created without a voice gets it (in the language asked for).'),
  },
  {
    object: 'voice',
    id: 'Aoede',
    name: 'Aoede',
    gender: 'female',
    languages: ['hi-IN', 'en-IN'],
    default: true,
  },
);

const ENGINE = answer<EngineView>(
  'VoiceEngine',
  'A voice engine.',
  {
    object: constant('voice_engine'),
    id: choice(ENGINE_IDS, 'The value of tts_model.'),
    name: text('For people.'),
    default: flag('Whether an agent created without tts_model gets it.'),
    available: flag('Whether real calls can be spoken with it now; false while nobody holds real calls.'),
    languages: LANGUAGES,
    supports: inline<EngineView['supports']>('Which settings of an agent it carries out.', {
      pace: flag('Speaking rate.'),
      temperature: flag('Voice expressiveness.'),
      voice_modulation: flag('Pitch-range expansion.'),
    }),
    credits_per_minute: decimal('What the account pays for each started minute of talk.', {
      minimum: 0,
    }),
    voices: listOfThese(VOICE, 'Its voices; with language only those that speak it.'),
  },
  {
    object: 'voice_engine',
    id: 'google',
    name: 'Google Chirp 3: HD',
    default: true,
    available: true,
    languages: ['hi-IN', 'en-IN'],
    supports: { pace: true, temperature: false, voice_modulation: false },
    credits_per_minute: 6,
    voices: [VOICE.example],
  },
);

export const VOICES = listOf(ENGINE, { paged: false });
