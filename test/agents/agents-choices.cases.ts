import { AGENT_DIRECTIONS } from '../../src/agents/domain/agent-fields';
import { badTexts, type FieldCase, kept, otherTypes, refused } from './field-cases';

/** The cases of the fields that have no limits but a choice. */
export const OF_CHOICES: readonly FieldCase[] = [
  kept('enabled', 'false', false),
  kept('enabled', 'true', true),
  ...otherTypes('enabled', 'boolean'),
  ...AGENT_DIRECTIONS.map((direction) => kept('direction', direction, direction)),
  refused('direction', 'another', 'sideways'),
  refused('direction', 'in capitals', 'BOTH'),
  refused('direction', 'empty', ''),
  ...otherTypes('direction'),
  kept('language', 'a name, as sent', 'HINGLISH'),
  kept('language', 'a code', 'hi'),
  kept('language', 'a tag', 'en-in'),
  refused('language', 'empty', ''),
  ...badTexts('language'),
  kept('tts_model', 'the default', 'google'),
  refused('tts_model', 'empty', ''),
  ...badTexts('tts_model'),
  kept('voice', 'one of the engine', 'Puck'),
  refused('voice', 'empty', ''),
  ...badTexts('voice'),
  ...badTexts('booking_page_id'),
  ...['off', 'low', 'normal', 'high'].map((one) => kept('interruption', one, one)),
  refused('interruption', 'another', 'never'),
  ...otherTypes('interruption'),
  ...['quick', 'normal', 'patient'].map((one) => kept('patience', one, one)),
  refused('patience', 'another', 'slow'),
  ...otherTypes('patience'),
];
