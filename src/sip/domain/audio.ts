import { type CryptoAttribute, OFFERED, type SrtpKey, writeCrypto } from './crypto-attribute';
import { amongRefused, answeredStream, refusedLines } from './offered-stream';
import { type Direction, type Sdp, type SdpMedia, parseSdp } from './sdp';
import { isIpv4 } from './uri';

/** One audio stream (RFC 3264): G.711 and telephone-event over RTP, IPv4. */
export type Codec = 'pcma' | 'pcmu';

export interface LocalAudio {
  readonly address: string;
  /** Even; RTCP is on the next one. */
  readonly port: number;
  readonly codecs: readonly Codec[];
  /** RFC 4733. */
  readonly telephoneEvent: boolean;
  readonly direction: Direction;
  /** The key of what we send, 30 octets in base64: SRTP is required. Absent: RTP in plain. */
  readonly srtpKey?: string;
}

export interface RemoteAudio {
  readonly address: string;
  readonly port: number;
  readonly codec: Codec;
  readonly payloadType: number;
  readonly receive: ReadonlyMap<number, Codec>;
  /** Payload type; null when the far side does not accept events. */
  readonly telephoneEvent: number | null;
  readonly direction: Direction;
  readonly ptimeMs: number;
  /** The far side accepts no audio (SIP hold); 0.0.0.0 is the old form. */
  readonly onHold: boolean;
  /** Absent: RTP in plain. */
  readonly srtp?: { readonly send: SrtpKey; readonly receive: SrtpKey };
}

/** The version in the SDP origin; it grows by one with each different description. */
export interface SdpVersion {
  readonly id: number;
  readonly version: number;
}

const CODECS: Record<Codec, { payloadType: number; name: string }> = {
  pcma: { payloadType: 8, name: 'PCMA' },
  pcmu: { payloadType: 0, name: 'PCMU' },
};
/** The payload type in our offers; the answer may name another one for what we send. */
export const TELEPHONE_EVENT = 101;
const PTIME_MS = { usual: 20, least: 10, most: 60 } as const;

/** The answer to each offered direction, by the direction that we want (RFC 3264 section 6.1). */
export const ANSWER_DIRECTION: Record<Direction, Record<Direction, Direction>> = {
  sendrecv: { sendrecv: 'sendrecv', sendonly: 'sendonly', recvonly: 'recvonly', inactive: 'inactive' },
  sendonly: { sendrecv: 'recvonly', sendonly: 'inactive', recvonly: 'recvonly', inactive: 'inactive' },
  recvonly: { sendrecv: 'sendonly', sendonly: 'sendonly', recvonly: 'inactive', inactive: 'inactive' },
  inactive: { sendrecv: 'inactive', sendonly: 'inactive', recvonly: 'inactive', inactive: 'inactive' },
};

/** `earlier`: our last description of the dialog, whose streams stay in their places (RFC 3264 section 8). */
export function offerAudio(local: LocalAudio, version: SdpVersion, earlier?: string): string {
  const payloads = local.codecs.map((codec) => ({ ...CODECS[codec], rate: 8_000 }));
  const lines = mediaLines(
    local.port,
    payloads,
    local.telephoneEvent ? TELEPHONE_EVENT : null,
    local.direction,
    PTIME_MS.usual,
    local.srtpKey === undefined ? null : { ...OFFERED, key: local.srtpKey },
  );
  return describe(local, version, amongRefused(lines, earlier));
}

export function answerAudio(
  offered: string,
  local: LocalAudio,
  version: SdpVersion,
): { readonly sdp: string; readonly audio: RemoteAudio } | null {
  const streams = parseSdp(offered)?.media ?? [];
  const stream = streams.find((media) => usable(media, local).length > 0);
  const crypto = stream?.crypto[0];
  const audio =
    stream && negotiate(stream, local, ANSWER_DIRECTION[stream.direction][local.direction], crypto);
  if (!audio) return null;
  const sections = streams.map((media) =>
    media === stream
      ? mediaLines(
          local.port,
          usable(media, local),
          audio.telephoneEvent,
          audio.direction,
          audio.ptimeMs,
          audio.srtp && crypto ? { ...audio.srtp.send, tag: crypto.tag } : null,
        )
      : refusedLines(media),
  );
  return { sdp: describe(local, version, sections), audio };
}

/** `offered`: our description; absent: of one stream. */
export function acceptAudio(answered: string, local: LocalAudio, offered?: string): RemoteAudio | null {
  const { media, crypto } = answeredStream(answered, offered);
  if (media === undefined || (local.srtpKey !== undefined && !crypto)) return null;
  // The answer is from the far side: the audio that it sends is what we receive.
  const direction = ANSWER_DIRECTION[media.direction][local.direction];
  return negotiate(media, local, direction, crypto);
}

/** Why `acceptAudio` refuses an answer. */
export function answerProblem(
  answered: string,
  local: LocalAudio,
  offered?: string,
): 'no_audio' | 'no_encryption' {
  const { media, crypto } = answeredStream(answered, offered);
  if (local.srtpKey === undefined || media?.type !== 'audio' || media.port === 0) return 'no_audio';
  return media.proto.toUpperCase() === 'RTP/SAVP' && crypto ? 'no_audio' : 'no_encryption';
}

/** False without audio, or only over IPv6: checked before the call is offered. */
export function hasUsableAudio(sdp: Sdp, local: Pick<LocalAudio, 'codecs' | 'srtpKey'>): boolean {
  return sdp.media.some((media) => usable(media, local).length > 0);
}

interface Payload {
  readonly payloadType: number;
  readonly name: string;
  readonly rate: number;
}

/** Empty for a stream that we cannot use. */
function usable(media: SdpMedia, { codecs, srtpKey }: Pick<LocalAudio, 'codecs' | 'srtpKey'>): Payload[] {
  if (media.type !== 'audio' || media.port === 0) return [];
  if (media.proto.toUpperCase() !== profileOf(srtpKey)) return [];
  if (srtpKey !== undefined && media.crypto.length === 0) return [];
  if (media.address === null || !isIpv4(media.address)) return [];
  return media.formats.flatMap((format) => {
    const payloadType = Number(format);
    const codec = codecOf(payloadType, media);
    return codec !== null && codecs.includes(codec)
      ? [{ payloadType, name: CODECS[codec].name, rate: 8_000 }]
      : [];
  });
}

/** RFC 3551, RFC 3711. */
function profileOf(srtpKey: string | undefined): string {
  return srtpKey === undefined ? 'RTP/AVP' : 'RTP/SAVP';
}

/** Static payload types need no rtpmap; an existing one has precedence. */
function codecOf(payloadType: number, { rtpmap }: SdpMedia): Codec | null {
  const mapped = rtpmap.get(payloadType);
  if (mapped === undefined) return payloadType === 8 ? 'pcma' : payloadType === 0 ? 'pcmu' : null;
  if (mapped.rate !== 8_000 || mapped.channels !== 1) return null;
  return mapped.name === 'PCMA' ? 'pcma' : mapped.name === 'PCMU' ? 'pcmu' : null;
}

function negotiate(
  media: SdpMedia,
  local: LocalAudio,
  direction: Direction,
  crypto: CryptoAttribute | undefined,
): RemoteAudio | null {
  const payloads = usable(media, local);
  const [first] = payloads;
  if (first === undefined || media.address === null) return null;
  const codec = (name: string): Codec => (name === 'PCMA' ? 'pcma' : 'pcmu');
  const zero = media.address === '0.0.0.0';
  const event = media.formats
    .map(Number)
    .find(
      (type) => media.rtpmap.get(type)?.name === 'TELEPHONE-EVENT' && media.rtpmap.get(type)?.rate === 8_000,
    );
  const { srtpKey } = local;
  return {
    address: media.address,
    port: media.port,
    codec: codec(first.name),
    payloadType: first.payloadType,
    receive: new Map(payloads.map(({ payloadType, name }) => [payloadType, codec(name)])),
    telephoneEvent: local.telephoneEvent ? (event ?? null) : null,
    direction: zero ? ANSWER_DIRECTION.sendonly[direction] : direction,
    ptimeMs: packetTime(media),
    onHold: sends(local.direction) && (zero || !receives(media.direction)),
    ...(srtpKey !== undefined && crypto && { srtp: keysOf(crypto, srtpKey) }),
  };
}

function keysOf({ suite, key }: CryptoAttribute, srtpKey: string): NonNullable<RemoteAudio['srtp']> {
  return { send: { suite, key: srtpKey }, receive: { suite, key } };
}

function sends(direction: Direction): boolean {
  return direction === 'sendrecv' || direction === 'sendonly';
}

function receives(direction: Direction): boolean {
  return direction === 'sendrecv' || direction === 'recvonly';
}

function packetTime({ ptimeMs, maxPtimeMs }: SdpMedia): number {
  const wished = Math.min(ptimeMs || PTIME_MS.usual, maxPtimeMs || PTIME_MS.most);
  return Math.min(Math.max(Math.floor(wished / 10) * 10, PTIME_MS.least), PTIME_MS.most);
}

function mediaLines(
  port: number,
  payloads: readonly Payload[],
  event: number | null,
  direction: Direction,
  ptimeMs: number,
  crypto: CryptoAttribute | null,
): string[] {
  const types = [...payloads.map(({ payloadType }) => payloadType), ...(event === null ? [] : [event])];
  return [
    `m=audio ${port} ${profileOf(crypto?.key)} ${types.join(' ')}`,
    ...payloads.map(({ payloadType, name, rate }) => `a=rtpmap:${payloadType} ${name}/${rate}`),
    ...(event === null ? [] : [`a=rtpmap:${event} telephone-event/8000`, `a=fmtp:${event} 0-16`]),
    ...(crypto === null ? [] : [writeCrypto(crypto)]),
    `a=ptime:${ptimeMs}`,
    `a=${direction}`,
  ];
}

function describe({ address }: LocalAudio, { id, version }: SdpVersion, sections: string[][]): string {
  const lines = [
    'v=0',
    `o=- ${id} ${version} IN IP4 ${address}`,
    's=-',
    `c=IN IP4 ${address}`,
    't=0 0',
    ...sections.flat(),
  ];
  return `${lines.join('\r\n')}\r\n`;
}

export function sameAudio(a: RemoteAudio | null, b: RemoteAudio): boolean {
  const text = (audio: RemoteAudio): string => JSON.stringify({ ...audio, receive: [...audio.receive] });
  return a !== null && text(a) === text(b);
}
