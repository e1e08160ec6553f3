import type { SpeechConfig } from '../../platform/config/config-speech';
import { codeOf, spokenLanguage } from '../../shared-kernel/language';
import type { SttEngine, SttOptions, SttStream } from '../domain/stt-engine';
import { limitedText } from './engine-http';
import { MIN_WORD_SAMPLES, wavOf } from './pcm';
import { SpeechFailure } from './speech-failure';
import { isObject, parsedJson } from '../../platform/kernel/own';

/** Far more than the words of 30 s. */
const MAX_RESPONSE_BYTES = 64 * 1_024;

/** Any server with the transcriptions of OpenAI's API: `POST {url}/audio/transcriptions`, one WAV file a turn. */
export class OpenAiStt implements SttEngine {
  readonly name = 'openai';
  readonly partials = false;

  constructor(private readonly server: NonNullable<SpeechConfig['openAiStt']>) {}

  recognizes(language: string | null): boolean {
    return this.server.languages?.includes(codeOf(spokenLanguage(language))) ?? true;
  }

  open({ language, keyterms, signal }: SttOptions): Promise<SttStream> {
    let turn: Int16Array[] = [];
    const closed = new AbortController();
    const ended = AbortSignal.any([signal, closed.signal]);
    return Promise.resolve({
      feed: (audio) => {
        turn.push(audio);
      },
      end: () => {
        const audio = turn;
        turn = [];
        const samples = audio.reduce((sum, { length }) => sum + length, 0);
        if (samples < MIN_WORD_SAMPLES) return Promise.resolve('');
        return this.#transcribe(audio, { language, keyterms, signal: ended });
      },
      close: () => closed.abort(),
    });
  }

  async #transcribe(
    audio: readonly Int16Array[],
    { language, keyterms, signal }: SttOptions,
  ): Promise<string> {
    const { url, model, apiKey } = this.server;
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(wavOf(audio))], { type: 'audio/wav' }), 'turn.wav');
    form.set('model', model);
    form.set('response_format', 'json');
    form.set('temperature', '0');
    form.set('language', codeOf(spokenLanguage(language)));
    if (keyterms.length > 0) form.set('prompt', keyterms.join(', '));
    const response = await fetch(`${url}/audio/transcriptions`, {
      method: 'POST',
      body: form,
      redirect: 'error',
      headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
      signal,
    });
    if (!response.ok) throw SpeechFailure.of(response.status);
    return textOf(response.body ? await limitedText(response.body, MAX_RESPONSE_BYTES) : '');
  }
}

function textOf(body: string): string {
  const answer = parsedJson(body);
  if (isObject(answer) && typeof answer['text'] === 'string') return answer['text'].trim();
  throw new SpeechFailure('an answer without words');
}
