import { toTenth } from '../../../shared-kernel/line-quality';
import { type AudioPath, type DropReason, noDrops, type PathStatistics } from '../audio-path';
import { DtmfReceiver, DtmfSender, EVENT_BYTES, type KeyMove } from '../tones/dtmf';
import { FRAME_MS, FRAME_SAMPLES, SAMPLES_PER_MS } from '../frame';
import { type G711, g711, g711OfPayload } from '../g711';
import { JitterBuffer, MAX_PACKET_SAMPLES } from './jitter-buffer';
import { LineMeter } from './line-meter';
import { RtcpSession, type RtpIdentity } from './rtcp-session';
import type { RtpRemote } from './rtp-remote';
import { emptyPacket, readRtp, RTP_HEADER_BYTES, writeRtpHeader } from './rtp-packet';
import { RtpReception } from './rtp-reception';
import { SourceLatch } from './source-latch';
import { MAX_TAG_BYTES } from './srtp';
import type { SrtpPrimitives } from './srtp-keys';
import { SrtpSession } from './srtp-session';

export interface RtpOutput {
  rtp(bytes: Uint8Array, length: number, address: string, port: number): void;
  rtcp(bytes: Uint8Array, address: string, port: number): void;
}

const COMFORT_NOISE = 13;
/** Used in turn, so that none is overwritten before the system has sent it. */
const PACKETS = 16;
const PACKET_BYTES = RTP_HEADER_BYTES + FRAME_SAMPLES + MAX_TAG_BYTES;

/** One side of an RTP session (RFC 3550): G.711 both ways, events, reports; without sockets. */
export class RtpSession implements AudioPath {
  readonly #latch = new SourceLatch();
  readonly #jitter = new JitterBuffer();
  readonly #keys = new DtmfReceiver();
  readonly #sender = new DtmfSender();
  readonly #packet = emptyPacket();
  readonly #packets = Array.from({ length: PACKETS }, () => new Uint8Array(PACKET_BYTES));
  readonly #dropped = noDrops();
  readonly #meter = new LineMeter();
  readonly #srtp: SrtpSession;
  readonly #rtcp: RtcpSession;
  #remote: RtpRemote | null = null;
  #law: G711 | null = null;
  #reception = new RtpReception();
  #ssrc: number | null = null;
  #earlier = { received: 0, lost: 0 };
  #lastMs: number | null = null;
  #sequence: number;
  #timestamp: number;
  #marker = true;
  #sent = 0;

  constructor(
    private readonly identity: RtpIdentity,
    private readonly output: RtpOutput,
    private readonly keyMoved: (move: NonNullable<KeyMove>) => void,
    primitives: SrtpPrimitives,
  ) {
    this.#srtp = new SrtpSession(primitives);
    this.#sequence = identity.sequence & 0xffff;
    this.#timestamp = identity.timestamp >>> 0;
    this.#rtcp = new RtcpSession(identity, (report) => this.#meter.onReport(report, this.#sent));
  }

  /** Packets are sent there from now on, and the next valid packet settles the source again. */
  setRemote(remote: RtpRemote): void {
    const before = this.#remote ?? remote;
    if (before.address !== remote.address || before.port !== remote.port) this.#rtcp.resetSource();
    this.#remote = remote;
    this.#law = g711(remote.codec);
    this.#srtp.setKeys(remote.srtp ?? null);
    this.#latch.expect([...remote.sources, ...(remote.address === null ? [] : [remote.address])]);
  }

  onAnswered(): void {
    this.#latch.renew();
    this.#jitter.reset();
    this.#keys.reset();
  }

  receiveRtp(received: Uint8Array, address: string, port: number, nowMs: number): void {
    const bytes = this.#srtp.openRtp(received);
    const dropped = typeof bytes === 'string' ? bytes : this.#accept(bytes, address, port, nowMs);
    if (dropped !== null) this.#dropped[dropped] += 1;
  }

  receiveRtcp(received: Uint8Array, address: string, port: number, nowMs: number): void {
    const bytes = this.#srtp.openRtcp(received);
    if (typeof bytes === 'string') this.#dropped[bytes] += 1;
    else if (!this.#latch.allows(address)) this.#dropped.unknown_source += 1;
    else if (!this.#rtcp.receive(bytes, address, port, nowMs)) this.#dropped.malformed += 1;
    else this.#lastMs = nowMs;
  }

  receive(frame: Int16Array, nowMs: number): void {
    this.#jitter.pull(frame);
    if (this.#ssrc !== null) this.#meter.tick(nowMs, this.#reception.jitterMs);
    const move = this.#keys.expire(nowMs);
    if (move) this.keyMoved(move);
  }

  send(frame: Int16Array, nowMs: number): void {
    const remote = this.#remote;
    const law = this.#law;
    if (remote?.address && law) {
      const bytes = this.#packets[this.#sequence % PACKETS] ?? this.#packets[0];
      if (bytes) this.#transmit(remote, law, bytes, frame);
      this.#report(remote, nowMs);
    }
    this.#timestamp = (this.#timestamp + FRAME_SAMPLES) >>> 0;
  }

  skip(frames: number): void {
    this.#timestamp = (this.#timestamp + frames * FRAME_SAMPLES) >>> 0;
    this.#jitter.skip(frames * FRAME_SAMPLES);
    this.#marker = true;
  }

  press(keys: string): boolean {
    if (this.#remote?.keysElsewhere) return true;
    if (!this.#remote?.events) return false;
    this.#sender.press(keys);
    return true;
  }

  keyDown(key: string): boolean {
    if (this.#remote?.keysElsewhere) return true;
    if (!this.#remote?.events) return false;
    this.#sender.keyDown(key);
    return true;
  }

  release(): void {
    this.#sender.release();
  }

  get pressing(): boolean {
    return this.#sender.busy;
  }

  statistics(nowMs: number): PathStatistics {
    const { late, concealed } = this.#jitter.counts;
    const counts = {
      codec: this.#law?.name ?? null,
      sent: this.#sent,
      received: this.#earlier.received + this.#reception.received,
      lost: this.#earlier.lost + this.#reception.lost,
      late,
      jitterMs: toTenth(this.#reception.jitterMs),
      lostThere: this.#rtcp.lostThere,
      roundTripMs: this.#rtcp.roundTripMs,
    };
    const bufferMs = this.#jitter.meanWait / SAMPLES_PER_MS;
    const { isEncrypted } = this.#srtp;
    return {
      ...counts,
      isEncrypted,
      concealedMs: concealed * FRAME_MS,
      silentMs: this.#lastMs === null ? null : Math.max(0, Math.round(nowMs - this.#lastMs)),
      dropped: { ...this.#dropped },
      line: this.#meter.quality({ ...counts, encrypted: isEncrypted, bufferMs }),
    };
  }

  /** Sends RTCP BYE. */
  close(): void {
    if (this.#remote && this.#sent > 0) this.#report(this.#remote, null);
  }

  #lawOf(payloadType: number): G711 | undefined {
    const name = this.#remote?.receive?.get(payloadType);
    return name === undefined ? g711OfPayload(payloadType) : g711(name);
  }

  /** @returns why it is dropped */
  #accept(bytes: Uint8Array, address: string, port: number, nowMs: number): DropReason | null {
    const packet = this.#packet;
    if (!readRtp(bytes, packet)) return 'malformed';
    const events = this.#remote?.events?.receive.includes(packet.payloadType) ?? false;
    const law = events ? undefined : this.#lawOf(packet.payloadType);
    if (!events && !law && packet.payloadType !== COMFORT_NOISE) return 'payload_type';
    if (law && (packet.payloadLength === 0 || packet.payloadLength > MAX_PACKET_SAMPLES)) return 'malformed';
    const source = this.#latch.classify(address, port, nowMs);
    if (source !== 'taken') return source;
    this.#lastMs = nowMs;
    // Some gateways send keys beside the audio, in a separate stream.
    const beside = events && this.#ssrc !== null && packet.ssrc !== this.#ssrc;
    if (packet.ssrc !== this.#ssrc && !beside) this.#beginStream(packet.ssrc);
    if (!beside && !this.#reception.record(packet.sequence, packet.timestamp, nowMs)) return 'double';
    if (law) this.#jitter.put(packet.timestamp, bytes, packet.payloadFrom, packet.payloadLength, law.linear);
    else this.#jitter.rest();
    if (!events) return null;
    const move = this.#keys.receive(packet.timestamp, bytes, packet.payloadFrom, packet.payloadLength, nowMs);
    if (move) this.keyMoved(move);
    return null;
  }

  #beginStream(ssrc: number): void {
    this.#earlier = {
      received: this.#earlier.received + this.#reception.received,
      lost: this.#earlier.lost + this.#reception.lost,
    };
    this.#ssrc = ssrc;
    this.#reception = new RtpReception();
    this.#jitter.reset();
    this.#keys.reset();
  }

  #transmit(remote: RtpRemote, law: G711, bytes: Uint8Array, frame: Int16Array): void {
    const event = this.#sender.busy ? this.#sender.next(this.#timestamp, bytes, RTP_HEADER_BYTES) : null;
    let length = RTP_HEADER_BYTES + FRAME_SAMPLES;
    if (event && remote.events) {
      length = RTP_HEADER_BYTES + EVENT_BYTES;
      this.#write(bytes, remote.events.send, event.marker, event.timestamp);
      // The audio after a key is a new talkspurt.
      this.#marker = true;
    } else {
      law.encode(frame, 0, FRAME_SAMPLES, bytes, RTP_HEADER_BYTES);
      this.#write(bytes, remote.payloadType ?? law.payloadType, this.#marker, this.#timestamp);
      this.#marker = false;
    }
    this.#rtcp.sent(length - RTP_HEADER_BYTES);
    const { address, port } = this.#latch;
    const sealed = this.#srtp.sealRtp(bytes, length);
    if (address !== null) this.output.rtp(bytes, sealed, address, port);
    else this.output.rtp(bytes, sealed, remote.address ?? '', remote.port);
    this.#sequence = (this.#sequence + 1) & 0xffff;
    this.#sent += 1;
  }

  #write(bytes: Uint8Array, payloadType: number, marker: boolean, timestamp: number): void {
    writeRtpHeader(bytes, payloadType, marker, this.#sequence, timestamp, this.identity.ssrc);
  }

  /** @param nowMs null: a goodbye, at once */
  #report(remote: RtpRemote, nowMs: number | null): void {
    if (nowMs !== null && !this.#rtcp.isDue(nowMs)) return;
    const goodbye = nowMs === null;
    const { address, port } = this.#latch;
    const target = this.#rtcp.source ?? {
      address: address ?? remote.address,
      port: (address === null ? remote.port : port) + 1,
    };
    if (target.address === null) return;
    const stream = this.#ssrc === null ? null : { ssrc: this.#ssrc, reception: this.#reception };
    const report = this.#srtp.sealRtcp(this.#rtcp.write(stream, this.#timestamp, goodbye));
    this.output.rtcp(report, target.address, target.port);
  }
}
