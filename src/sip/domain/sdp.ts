import { type CryptoAttribute, parseCrypto } from './crypto-attribute';
import { wholeNumber } from './scanner';

/** RFC 8866, as far as audio calls need it. */
export type Direction = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';

interface SdpFormat {
  readonly name: string;
  readonly rate: number;
  readonly channels: number;
}

export interface SdpMedia {
  readonly type: string;
  /** 0: refused or ended. */
  readonly port: number;
  /** As written: a refusal repeats it. */
  readonly proto: string;
  readonly formats: readonly string[];
  /** The address of the media, else of the session; null when it is not IPv4. */
  readonly address: string | null;
  readonly direction: Direction;
  readonly rtpmap: ReadonlyMap<number, SdpFormat>;
  readonly ptimeMs: number | null;
  readonly maxPtimeMs: number | null;
  /** The attributes that we can use. */
  readonly crypto: readonly CryptoAttribute[];
}

export interface Sdp {
  readonly media: readonly SdpMedia[];
}

const MAX_MEDIA = 16;
/** RTP has 128 payload types. */
const MAX_FORMATS = 128;
const DIRECTIONS: ReadonlySet<string> = new Set(['sendrecv', 'sendonly', 'recvonly', 'inactive']);

interface Section {
  address: string | null | undefined;
  direction: Direction | undefined;
}

type MediaSection = Section & {
  -readonly [Key in 'type' | 'port' | 'proto' | 'formats' | 'ptimeMs' | 'maxPtimeMs']: SdpMedia[Key];
} & { rtpmap: Map<number, SdpFormat>; crypto: CryptoAttribute[] };

/** Null when the text is no session description. Never throws; skips unknown lines. */
export function parseSdp(text: string): Sdp | null {
  const session: Section = { address: undefined, direction: undefined };
  const media: MediaSection[] = [];
  let section: Section = session;
  const lines = text.split('\n');
  if (lines[0]?.trimEnd() !== 'v=0') return null;
  for (const raw of lines) {
    const line = raw.trimEnd();
    const value = line.slice(2);
    if (line === '') continue;
    if (line[1] !== '=') return null;
    if (line[0] === 'm') {
      if (media.length === MAX_MEDIA) break;
      const begun = mediaOf(value);
      if (begun === null) return null;
      media.push(begun);
      section = begun;
    } else if (line[0] === 'c') section.address ??= ipv4Of(value);
    else if (line[0] === 'a') readAttribute(value, section, media.at(-1));
  }
  return {
    media: media.map((own) => ({
      ...own,
      // A line of the media counts, even with IPv6.
      address: (own.address === undefined ? session.address : own.address) ?? null,
      direction: own.direction ?? session.direction ?? 'sendrecv',
    })),
  };
}

function mediaOf(value: string): MediaSection | null {
  const parts = value.split(' ', 3 + MAX_FORMATS).filter((part) => part !== '');
  const [type = '', place = '', proto = '', ...formats] = parts;
  const port = wholeNumber(place.split('/', 1)[0] ?? '', 65_535);
  if (port === null || proto === '') return null;
  return {
    type,
    port,
    proto,
    formats,
    address: undefined,
    direction: undefined,
    rtpmap: new Map(),
    ptimeMs: null,
    maxPtimeMs: null,
    crypto: [],
  };
}

function ipv4Of(value: string): string | null {
  const [net, type, place = ''] = value.split(' ');
  return net === 'IN' && type === 'IP4' ? (place.split('/', 1)[0] ?? null) : null;
}

function readAttribute(value: string, section: Section, media: MediaSection | undefined): void {
  const colon = value.indexOf(':');
  const name = (colon < 0 ? value : value.slice(0, colon)).toLowerCase();
  const rest = colon < 0 ? '' : value.slice(colon + 1).trim();
  if (DIRECTIONS.has(name)) section.direction = name as Direction;
  else if (media === undefined) return;
  else if (name === 'ptime') media.ptimeMs = wholeNumber(rest.split('.', 1)[0] ?? '', 1_000);
  else if (name === 'maxptime') media.maxPtimeMs = wholeNumber(rest.split('.', 1)[0] ?? '', 1_000);
  else if (name === 'crypto') media.crypto.push(...[parseCrypto(rest) ?? []].flat());
  else if (name === 'rtpmap') {
    const space = rest.indexOf(' ');
    const payload = wholeNumber(rest.slice(0, Math.max(space, 0)), 127);
    const [format = '', clock = '', channels = '1'] = rest
      .slice(space + 1)
      .trim()
      .split('/');
    const rate = wholeNumber(clock, 1_000_000);
    if (payload === null || rate === null) return;
    media.rtpmap.set(payload, {
      name: format.toUpperCase(),
      rate,
      channels: wholeNumber(channels, 255) ?? 1,
    });
  }
}
