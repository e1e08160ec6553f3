/** New sound is left out beyond this. */
const MAX_UNACKNOWLEDGED_MS = 3_000;
/** Without any progress while sound waits, the client accepts none. */
const STALLED_MS = 5_000;

/** Counts sound that was sent and that the client has not reported as received: buffers of the kernel show nothing. */
export class Unacknowledged {
  #sentMs = 0;
  #receivedMs = 0;
  #progressAtMs = 0;
  #droppedMs = 0;

  /** The client counts from 0 again. */
  restart(): void {
    this.#sentMs = this.#receivedMs = 0;
  }

  /** False: it is left out. */
  admit(ms: number, nowMs: number): boolean {
    if (this.#sentMs === this.#receivedMs) this.#progressAtMs = nowMs;
    if (this.#sentMs - this.#receivedMs + ms > MAX_UNACKNOWLEDGED_MS) {
      this.#droppedMs += ms;
      return false;
    }
    this.#sentMs += ms;
    return true;
  }

  acknowledge(totalMs: number, nowMs: number): void {
    const received = Math.min(this.#sentMs, Math.floor(totalMs));
    if (received <= this.#receivedMs) return;
    this.#receivedMs = received;
    this.#progressAtMs = nowMs;
  }

  /** The milliseconds of sound that were dropped since the last call. */
  drainDroppedMs(): number {
    const dropped = this.#droppedMs;
    this.#droppedMs = 0;
    return dropped;
  }

  isStalled(nowMs: number): boolean {
    return this.#sentMs > this.#receivedMs && nowMs - this.#progressAtMs >= STALLED_MS;
  }
}
