import { DomainError } from '../../platform/kernel/domain-error';
import { codePointLength } from '../../platform/kernel/text';
import { LANGUAGE_OPTIONS } from './languages';
import { ENGINE_IDS, type Voice, type VoiceEngine, enginesSpeaking, voicesSpeaking } from './voice-catalogue';

/** The limit of a message. `details.valid` has all of them. */
const MAX_OPTIONS_SHOWN = 6;
const MAX_ECHO_LENGTH = 40;

export function unsupportedTtsModel(ttsModel: string): DomainError<'unsupported_tts_model'> {
  return new DomainError(
    'unsupported_tts_model',
    `There is no voice engine ${quote(ttsModel)}. ${options(ENGINE_IDS)} GET /voices lists them.`,
    { field: 'tts_model', valid: ENGINE_IDS },
  );
}

export function unsupportedLanguage(language: string): DomainError<'unsupported_language'> {
  return new DomainError(
    'unsupported_language',
    `The language ${quote(language)} is not supported. ${options(LANGUAGE_OPTIONS)} GET /voices shows which engine ` +
      'speaks which.',
    { field: 'language', valid: LANGUAGE_OPTIONS },
  );
}

/** The options are voices of the agent's language, if the engine speaks it. */
export function invalidVoice(
  voice: string,
  engine: VoiceEngine,
  language: string | null,
): DomainError<'invalid_voice'> {
  const speaking = voicesSpeaking(engine, language);
  const valid = idsOf(speaking.length > 0 ? speaking : engine.voices);
  return new DomainError(
    'invalid_voice',
    `${quote(voice)} is not a voice of ${engine.id}. ${options(valid)} ${whereToRead(engine)}`,
    { field: 'voice', valid },
  );
}

export function engineCannotSpeak(
  engine: VoiceEngine,
  language: string | null,
): DomainError<'voice_language_mismatch'> {
  const valid = enginesSpeaking(language);
  return new DomainError(
    'voice_language_mismatch',
    `The voice engine ${engine.id} does not speak ${nameOf(language)}. Engines that do: ${valid.join(', ')}. ` +
      'GET /voices lists the languages of each.',
    { field: 'tts_model', valid },
  );
}

export function voiceCannotSpeak(
  voice: Voice,
  engine: VoiceEngine,
  language: string | null,
): DomainError<'voice_language_mismatch'> {
  const valid = idsOf(voicesSpeaking(engine, language));
  return new DomainError(
    'voice_language_mismatch',
    `The voice ${voice.id} does not speak ${nameOf(language)}. ${options(valid)} ${whereToRead(engine)}`,
    { field: 'voice', valid },
  );
}

export function bookingPageNotFound(
  id: string,
  known: ReadonlySet<string>,
): DomainError<'booking_page_not_found'> {
  const valid = [...known];
  return new DomainError(
    'booking_page_not_found',
    `${quote(id)} is not a booking page of the account. ${options(valid)}`,
    { field: 'booking_page_id', valid },
  );
}

/** Lists no options where any text is valid. */
export function invalidSendRule(
  index: number,
  key: string,
  what: string,
  valid: readonly string[] | undefined,
): DomainError<'invalid_agent'> {
  const choice = valid ? ` ${options(valid)}` : '';
  return new DomainError('invalid_agent', `Send rule ${index}: ${key} must be ${what}.${choice}`, {
    field: `send_rules[${index}].${key}`,
    valid: valid ?? [],
  });
}

export function invalidTool(
  index: number,
  what: string,
  valid: readonly string[],
): DomainError<'invalid_agent'> {
  return new DomainError('invalid_agent', `Tool ${index} of tool_ids ${what}.`, {
    field: `tool_ids[${index}]`,
    valid,
  });
}

export function agentDisabled(agentId: string): DomainError<'agent_disabled'> {
  return new DomainError('agent_disabled', 'The agent is turned off.', { agent_id: agentId });
}

export function agentInboundOnly(agentId: string): DomainError<'agent_inbound_only'> {
  return new DomainError('agent_inbound_only', 'The agent only answers calls; it cannot place any.', {
    agent_id: agentId,
  });
}

export function agentNotFound(agentId: string): DomainError<'agent_not_found'> {
  return new DomainError('agent_not_found', 'There is no agent with this id in the account.', {
    agent_id: agentId,
  });
}

export function agentNameInUse(name: string, otherId: string): DomainError<'agent_name_taken'> {
  return new DomainError(
    'agent_name_taken',
    `An agent of the account is already called ${quote(name)} (names are compared ignoring case): see details.agent_id.`,
    { agent_id: otherId },
  );
}

function options(valid: readonly string[]): string {
  if (valid.length === 0) return 'The account has none.';
  const more = valid.length > MAX_OPTIONS_SHOWN ? ` and ${valid.length - MAX_OPTIONS_SHOWN} more` : '';
  return `Valid: ${valid.slice(0, MAX_OPTIONS_SHOWN).join(', ')}${more}.`;
}

function whereToRead(engine: VoiceEngine): string {
  return `GET /voices?tts_model=${engine.id} lists them all.`;
}

function idsOf(voices: readonly Voice[]): string[] {
  return voices.map((voice) => voice.id);
}

function nameOf(language: string | null): string {
  return language ?? 'Hindi or Hinglish';
}

/** A wrong value may be as long as the body. */
function quote(text: string): string {
  if (codePointLength(text) <= MAX_ECHO_LENGTH) return `"${text}"`;
  return `"${Array.from(text).slice(0, MAX_ECHO_LENGTH).join('')}…"`;
}
