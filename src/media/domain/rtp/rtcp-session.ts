import { readRtcp, writeRtcp } from './rtcp';
import type { ReceptionReport, RtpReception } from './rtp-reception';

/** Random numbers and names at the start of a session (RFC 3550, 5.1). */
export interface RtpIdentity {
  readonly ssrc: number;
  readonly sequence: number;
  readonly timestamp: number;
  readonly cname: string;
}

/** RFC 3550, 6.2: it varies by half, so that sessions do not synchronize. */
const REPORT_INTERVAL_MS = 5_000;
/** Clocks in reports count 65,536ths of a second. */
const TICKS = 65.536;

/** Reports on one RTP session. Our clock in them begins with the first report. */
export class RtcpSession {
  #nextMs: number | null = null;
  #lastMs = 0;
  #packets = 0;
  #bytes = 0;
  #random: number;
  #source: { readonly address: string; readonly port: number } | null = null;
  #lastSenderReport: { readonly clock: number; readonly atMs: number } | null = null;
  #lostThere: number | null = null;
  #roundTripMs: number | null = null;

  constructor(
    private readonly identity: RtpIdentity,
    private readonly onReport: (report: ReceptionReport) => void,
  ) {
    this.#random = identity.ssrc;
  }

  sent(bytes: number): void {
    this.#packets += 1;
    this.#bytes += bytes;
  }

  /** The first report is due half an interval after the start. */
  isDue(nowMs: number): boolean {
    this.#lastMs = nowMs;
    this.#nextMs ??= nowMs + REPORT_INTERVAL_MS / 2;
    if (nowMs < this.#nextMs) return false;
    this.#random = (Math.imul(this.#random, 1_664_525) + 1_013_904_223) >>> 0;
    this.#nextMs = nowMs + REPORT_INTERVAL_MS * (0.5 + this.#random / 2 ** 32);
    return true;
  }

  write(
    stream: { readonly ssrc: number; readonly reception: RtpReception } | null,
    timestamp: number,
    goodbye: boolean,
  ): Uint8Array {
    const now = this.#lastMs;
    const report = this.#lastSenderReport;
    return writeRtcp({
      ssrc: this.identity.ssrc,
      cname: this.identity.cname,
      sent: { ntpMs: now, timestamp, packets: this.#packets, bytes: this.#bytes },
      received: stream && {
        ssrc: stream.ssrc,
        report: stream.reception.report(),
        lastReport: report?.clock ?? 0,
        delay: report ? Math.round((now - report.atMs) * TICKS) : 0,
      },
      goodbye,
    });
  }

  receive(bytes: Uint8Array, address: string, port: number, nowMs: number): boolean {
    const rtcp = readRtcp(bytes, this.identity.ssrc);
    if (!rtcp) return false;
    this.#source = { address, port };
    if (rtcp.senderClock !== null) this.#lastSenderReport = { clock: rtcp.senderClock, atMs: nowMs };
    if (rtcp.ours) {
      this.#lostThere = Math.max(0, rtcp.ours.report.cumulativeLost);
      this.onReport(rtcp.ours.report);
      const { lastReport, delay } = rtcp.ours;
      // Some phones repeat the times of the report before in their goodbye.
      if (lastReport !== 0 && !rtcp.goodbye)
        this.#measure((Math.round(nowMs * TICKS) - lastReport - delay) | 0);
    }
    return true;
  }

  get source(): { readonly address: string; readonly port: number } | null {
    return this.#source;
  }

  /** The other side moved: its next report names its address. */
  resetSource(): void {
    this.#source = null;
    this.#lastSenderReport = null;
  }

  get lostThere(): number | null {
    return this.#lostThere;
  }

  get roundTripMs(): number | null {
    return this.#roundTripMs;
  }

  #measure(ticks: number): void {
    // Less than zero, or minutes: the clock is not ours.
    if (ticks >= 0 && ticks < 60_000 * TICKS) this.#roundTripMs = Math.round((ticks / TICKS) * 10) / 10;
  }
}
