import { type CryptoAttribute, OFFERED } from './crypto-attribute';
import { type SdpMedia, parseSdp } from './sdp';

interface OfferedStream {
  /** Among the streams of the description: an answer has as many. */
  readonly place: number;
  readonly crypto: Omit<CryptoAttribute, 'key'>;
}

interface AnsweredStream {
  readonly media: SdpMedia | undefined;
  /** The line with our tag and suite (RFC 4568 section 5.1.3). */
  readonly crypto: CryptoAttribute | undefined;
}

/** The answer to our stream. `offered`: our description, which may repeat an earlier answer; absent: of one stream. */
export function answeredStream(answered: string, offered?: string): AnsweredStream {
  const { place, crypto } = offeredStream(offered);
  const all = parseSdp(answered)?.media ?? [];
  // Some phones leave out the streams that we refused.
  const media = all[place] ?? all[0];
  return {
    media,
    crypto: media?.crypto.find(({ tag, suite }) => tag === crypto.tag && suite === crypto.suite),
  };
}

/** The lines of our stream, with those that an earlier description of ours refused before and after it. */
export function amongRefused(lines: string[], earlier?: string): string[][] {
  const media = parseSdp(earlier ?? '')?.media ?? [];
  const { place } = offeredStream(earlier);
  return media.length === 0
    ? [lines]
    : media.map((stream, at) => (at === place ? lines : refusedLines(stream)));
}

export function refusedLines({ type, proto, formats }: SdpMedia): string[] {
  return [`m=${type} 0 ${proto} ${formats.join(' ')}`];
}

/** The one that we did not refuse. */
function offeredStream(offered = ''): OfferedStream {
  const media = parseSdp(offered)?.media ?? [];
  const place = Math.max(
    0,
    media.findIndex(({ port }) => port > 0),
  );
  return { place, crypto: media[place]?.crypto[0] ?? OFFERED };
}
