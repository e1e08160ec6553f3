import type { SttProtocol } from './stt-fake';

const KEY = 'secret-stt-key';
const LANGUAGES = new Set('hi en bn gu kn ml mr pa ta te'.split(' '));

const isAudioFrame = (audio: unknown): audio is string =>
  typeof audio === 'string' && /^[\w+/]+=*$/u.test(audio) && Buffer.from(audio, 'base64').length % 2 === 0;

function wrong(what: unknown): never {
  throw new Error(`not documented: ${JSON.stringify(what).slice(0, 80)}`);
}

/** https://developers.deepgram.com/reference/speech-to-text/listen-streaming, …/docs/finalize */
const DEEPGRAM: SttProtocol = {
  hasParts: true,
  path: '/v1/listen',
  refusal: ({ authorization }, query) => {
    if (authorization !== `Token ${KEY}`) return 401;
    const language = query.get('language') ?? '';
    const isRight =
      query.get('encoding') === 'linear16' &&
      query.get('sample_rate') === '8000' &&
      (language === 'multi' || (LANGUAGES.has(language.split('-')[0]!) && !/^ml/u.test(language)));
    return isRight ? null : 400;
  },
  read: (data, isBinary) => {
    if (isBinary) return { audio: data };
    const { type } = JSON.parse(data.toString()) as { readonly type?: string };
    if (type === 'Finalize') return { isEnd: true };
    return type === 'KeepAlive' || type === 'CloseStream' ? {} : wrong(type);
  },
  write: ({ text, fromS, toS, isFinal, isLast }) => ({
    type: 'Results',
    channel_index: [0, 1],
    start: fromS,
    duration: toS - fromS,
    is_final: isFinal,
    speech_final: false,
    from_finalize: isLast,
    channel: { alternatives: [{ transcript: text, confidence: 0.98, words: [] }] },
    metadata: { request_id: 'c0ffee', model_info: { name: 'general-nova-3', version: '1', arch: 'nova-3' } },
  }),
  wrongShape: { type: 'Results', start: 0, duration: 1, channel: { alternatives: [{ transcript: 7 }] } },
};

/** https://docs.sarvam.ai/api-reference/speech-to-text/transcribe/realtime/ws */
const SARVAM_REALTIME: SttProtocol = {
  hasParts: false,
  path: '/speech-to-text-realtime/ws',
  refusal: (headers, query) => {
    if (headers['api-subscription-key'] !== KEY) return 403;
    const [code, region] = (query.get('language_code') ?? '').split('-');
    const isRight =
      ['saaras:v3-realtime', 'saaras:v4'].includes(query.get('model') ?? '') &&
      query.get('endpointing') === 'manual' &&
      ['fast', 'balanced', 'simulated'].includes(query.get('stream_type') ?? '') &&
      ['transcribe', 'codemix'].includes(query.get('mode') ?? '') &&
      query.get('encoding') === 'linear16' &&
      query.get('sample_rate') === '8000' &&
      (LANGUAGES.has(code!) || code === 'or') &&
      region === 'IN';
    return isRight ? null : 400;
  },
  greeting: { event: 'session.begin', request_id: 'c0ffee', config: {} },
  read: (data) => {
    const { event, audio } = JSON.parse(data.toString()) as Record<string, unknown>;
    if (event === 'audio_input' && isAudioFrame(audio)) return { audio: Buffer.from(audio, 'base64') };
    if (event === 'speech_end') return { isEnd: true };
    return event === 'speech_start' || event === 'ping' ? {} : wrong(event);
  },
  write: ({ text, part, isFinal, fromS }) => ({
    event: isFinal ? 'transcript.final' : 'transcript.partial',
    // Utterances are counted over the session.
    text,
    language: 'hi',
    utterance_idx: Math.round(fromS * 1_000) + part,
  }),
  wrongShape: { event: 'transcript.partial', text: { words: 'none' } },
};

/** https://docs.sarvam.ai/api-reference-docs/speech-to-text/transcribe/ws: no partial results. */
const SARVAM_FLUSHED: SttProtocol = {
  hasParts: false,
  path: '/speech-to-text/ws',
  refusal: (headers, query) => {
    if (headers['api-subscription-key'] !== KEY) return 403;
    const [code, region] = (query.get('language-code') ?? '').split('-');
    const isRight =
      query.get('model') === 'saaras:v3' &&
      query.get('input_audio_codec') === 'pcm_s16le' &&
      query.get('sample_rate') === '8000' &&
      query.get('flush_signal') === 'true' &&
      (LANGUAGES.has(code!) || code === 'od') &&
      region === 'IN';
    return isRight ? null : 400;
  },
  read: (data) => {
    const message = JSON.parse(data.toString()) as {
      readonly type?: string;
      readonly audio?: Readonly<Record<string, unknown>>;
    };
    const { audio } = message;
    if (message.type === 'flush') return { isEnd: true };
    if (audio?.['encoding'] === 'audio/wav' && isAudioFrame(audio['data']))
      return { audio: Buffer.from(audio['data'], 'base64') };
    return wrong(message);
  },
  write: ({ text, isFinal, isLast }) =>
    isFinal && isLast
      ? {
          type: 'data',
          data: { request_id: 'c0ffee', transcript: text, language_code: 'hi-IN', metrics: {} },
        }
      : null,
  wrongShape: { type: 'data', data: { transcript: null } },
};

export const STT_KEY = KEY;
export const STT_PROTOCOLS = { deepgram: DEEPGRAM, realtime: SARVAM_REALTIME, flushed: SARVAM_FLUSHED };
