import type { StreamEncoding } from '../../../../media';
import type { StreamCodec, StreamEvent } from '../adapter';
import { fieldOf, textOf } from '../json-fields';
import { parsedJson } from '../../../../platform/kernel/own';

/** Sent with every piece of our audio. */
const STREAM_ID = /^[\w-]{1,128}$/;

/** A carrier's form of the messages start, media, dtmf and stop. */
export interface StreamDialect {
  readonly idName: string;
  /** The encoding that the start message names; null: one that we did not request. */
  readonly encoding: (start: unknown) => StreamEncoding | null;
  readonly chunkFrames: number;
  readonly events: { readonly audio: string; readonly clear: string };
  readonly format: object;
}

export function streamCodec({
  idName,
  encoding,
  chunkFrames,
  events: says,
  format,
}: StreamDialect): StreamCodec {
  const read = (message: unknown): StreamEvent | null => {
    switch (textOf(message, 'event')) {
      case 'start':
        return readStart(message, idName, encoding);
      case 'media':
        return readAudio(fieldOf(message, 'media'));
      case 'dtmf': {
        const key = textOf(fieldOf(message, 'dtmf'), 'digit') || textOf(message, 'digit');
        return /^[0-9A-D*#]$/.test(key) ? { type: 'key', key } : null;
      }
      // Some pages of Plivo name it; its socket closes in any case.
      case 'stop':
        return { type: 'stop' };
      default:
        return null;
    }
  };
  return {
    chunkFrames,
    read: (message) => read(parsedJson(message)),
    audio: (streamId, bytes) => {
      const payload = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
      return JSON.stringify({ event: says.audio, [idName]: streamId, media: { ...format, payload } });
    },
    clear: (streamId) => JSON.stringify({ event: says.clear, [idName]: streamId }),
  };
}

function readStart(
  message: unknown,
  idName: string,
  encodingOf: StreamDialect['encoding'],
): StreamEvent | null {
  const start = fieldOf(message, 'start');
  const streamId = textOf(start, idName) || textOf(message, idName);
  const encoding = encodingOf(start);
  return !STREAM_ID.test(streamId) || encoding === null ? null : { type: 'start', streamId, encoding };
}

function readAudio(media: unknown): StreamEvent | null {
  // Our own audio comes back on another track, if requested.
  if (!['', 'inbound'].includes(textOf(media, 'track'))) return null;
  const bytes = Buffer.from(textOf(media, 'payload'), 'base64');
  return bytes.length === 0 ? null : { type: 'audio', bytes };
}
