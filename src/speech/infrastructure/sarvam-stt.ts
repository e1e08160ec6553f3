import type { CloudServer } from '../../platform/config/config-speech-servers';
import { type Language, spokenLanguage } from '../../shared-kernel/language';
import { REAL_TIMERS } from '../../platform/kernel/time/timers';
import type { SttEngine, SttEvents, SttOptions, SttStream } from '../domain/stt-engine';
import { limitKeyterms } from './keyterms';
import { legacyLanguageTag, withLanguageAlias } from './sarvam-language';
import { openFlushed } from './sarvam-flushed';
import { openRealtime, RealtimeUnavailable } from './sarvam-realtime';

/**
 * The tag of each language: https://docs.sarvam.ai/api-reference/speech-to-text/transcribe/realtime/ws. Hinglish is Hindi in
 * the mode codemix.
 */
const TAGS: Readonly<Record<Language, string>> = {
  hinglish: 'hi-IN',
  hindi: 'hi-IN',
  english: 'en-IN',
  punjabi: 'pa-IN',
  marathi: 'mr-IN',
  gujarati: 'gu-IN',
  bengali: 'bn-IN',
  tamil: 'ta-IN',
  telugu: 'te-IN',
  kannada: 'kn-IN',
  malayalam: 'ml-IN',
  odia: 'or-IN',
};

/** Time without attempts at the realtime endpoint after the account had no access to it. */
const REMEMBER_MS = 600_000;

/** Sarvam: its realtime endpoint, and the older one where the account may not use that. */
export class SarvamStt implements SttEngine {
  readonly name = 'sarvam';
  readonly partials = true;
  #refusedMs = -Infinity;

  constructor(private readonly server: CloudServer) {}

  recognizes(): boolean {
    return true;
  }

  async open({ language, keyterms, signal }: SttOptions, events: SttEvents): Promise<SttStream> {
    const spoken = spokenLanguage(language);
    const tag = TAGS[spoken];
    const request = {
      server: this.server,
      events,
      signal,
      timers: REAL_TIMERS,
      language: tag,
      mode: spoken === 'hinglish' ? ('codemix' as const) : ('transcribe' as const),
      prompt: limitKeyterms(keyterms).join(', '),
    };
    const isTried = performance.now() - this.#refusedMs > REMEMBER_MS;
    if (isTried) {
      try {
        return await withLanguageAlias(request, openRealtime);
      } catch (error) {
        if (!(error instanceof RealtimeUnavailable)) throw error;
      }
    }
    const stream = await withLanguageAlias({ ...request, language: legacyLanguageTag(tag) }, openFlushed);
    // The access was missing, not the key.
    if (isTried) this.#refusedMs = performance.now();
    return stream;
  }
}
