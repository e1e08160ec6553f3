import { Injectable } from '@nestjs/common';
import { DomainError } from '../../platform/kernel/domain-error';
import { spokenLanguage } from '../../shared-kernel/language';
import { sentencesOf, SpeechEngines, type TtsEngine, wavOf } from '../../speech';

export interface SampleRequest {
  readonly text: string;
  readonly ttsModel: string;
  readonly language: string | null;
  readonly voice: string | null;
  readonly pace: number | null;
  readonly temperature: number | null;
  readonly modulation: number | null;
}

const MAX_WAIT_MS = 10_000;
/** 15 s of 8 kHz. */
const MAX_SAMPLES = 15 * 8_000;
const MIN_LENGTH = 24;
const HINDI = ['hindi', 'hinglish'];

/** Speaks one sentence, so that a voice can be chosen by ear. Nothing is stored or charged. */
@Injectable()
export class VoiceSamples {
  constructor(private readonly engines: SpeechEngines) {}

  /** Uses the voice's engine, else the offline kit. @throws DomainError agent_cannot_talk when neither is available */
  async speak(request: SampleRequest) {
    const text = sampleText(request);
    const { ttsModel } = request;
    const failures: string[] = [];
    for (const engine of new Set([this.engines.voice(ttsModel), this.engines.spareVoice])) {
      if (!engine) continue;
      try {
        const pieces = await audioOf(engine, text, request);
        if (pieces.length > 0) {
          const audio = wavOf(pieces).toString('base64');
          return { object: 'voice_sample' as const, engine: engine.name, text, audio };
        }
      } catch {
        // The reason may contain an address or a key of the engine: only its name is sent.
      }
      failures.push(engine.name);
    }
    throw cannotSpeak(ttsModel, failures);
  }
}

/** The first sentence that is long enough to judge a voice by, else the longest. */
export function sampleText({ text, language }: Pick<SampleRequest, 'text' | 'language'>): string {
  const sentences = sentencesOf(withoutPlaceholders(text)).filter((one) => /[\p{L}\p{N}]/u.test(one));
  const longest = sentences.reduce((max, one) => (one.length > max.length ? one : max), '');
  const sample = sentences.find(({ length }) => length >= MIN_LENGTH) ?? longest;
  if (sample !== '') return sample;
  return HINDI.includes(spokenLanguage(language))
    ? 'Namaste, phone par meri awaaz aisi sunai degi.'
    : 'Hello, this is how I sound on the phone.';
}

function withoutPlaceholders(text: string): string {
  return text
    .replaceAll(/\{\{[^{}]{0,100}\}\}/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/ ([,.!?])/gu, '$1');
}

async function audioOf(engine: TtsEngine, text: string, settings: SampleRequest): Promise<Int16Array[]> {
  // The offline kit lacks the voices of other engines.
  const voice = engine.name === settings.ttsModel ? settings.voice : null;
  const pieces: Int16Array[] = [];
  let samples = 0;
  const timeout = AbortSignal.timeout(MAX_WAIT_MS);
  for await (const piece of engine.speak(text, { ...settings, voice }, timeout)) {
    pieces.push(piece);
    samples += piece.length;
    if (samples >= MAX_SAMPLES) break;
  }
  return pieces;
}

function cannotSpeak(engine: string, failed: readonly string[]): DomainError {
  const reason = failed.includes(engine)
    ? `The TTS engine ${engine} failed.`
    : `The TTS engine ${engine} ${engine === 'local' ? 'is not installed' : 'has no key'}.`;
  return new DomainError('agent_cannot_talk', `The voice cannot be played: ${reason}`, {
    agent_id: 'agent_draft',
    field: 'tts_model',
    reason,
  });
}
