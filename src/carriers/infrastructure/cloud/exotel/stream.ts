import type { StreamEncoding } from '../../../../media';
import { fieldOf, textOf } from '../json-fields';
import { streamCodec } from '../gateway/stream-messages';

/** Messages of AgentStream. https://developer.exotel.com/docs/agentstream/websocket-protocol */
export const EXOTEL_STREAM = streamCodec({
  idName: 'stream_sid',
  encoding: (start) => encodingOf(fieldOf(start, 'media_format')),
  // 100 ms, which is whole frames of 20 ms (320 bytes of 16 bit), as Exotel requires.
  chunkFrames: 5,
  events: { audio: 'media', clear: 'clear' },
  format: {},
});

/** `audio/x-mulaw`, `audio/x-raw`, `raw` …; null: a rate that we did not request. */
function encodingOf(format: unknown): StreamEncoding | null {
  const rate = textOf(format, 'sample_rate');
  if (rate !== '' && rate !== '8000') return null;
  return /mulaw|ulaw|pcmu/i.test(textOf(format, 'encoding')) ? 'mulaw' : 'linear16';
}
