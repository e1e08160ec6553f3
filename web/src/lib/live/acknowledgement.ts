/** New sound is left out beyond it: buffers of system, proxy and relay hold minutes. */
const MAX_UNACKNOWLEDGED_MS = 3_000;

/** Bounds sound that was sent and not yet received. Both counts begin with each `ready`. */
export class Acknowledgement {
  #sentMs = 0;
  #receivedMs = 0;

  /** Returns whether the sound may be sent; then it counts as sent. */
  send(ms: number): boolean {
    if (this.#sentMs - this.#receivedMs >= MAX_UNACKNOWLEDGED_MS) return false;
    this.#sentMs += ms;
    return true;
  }

  receive(ms: number): void {
    this.#receivedMs = Math.max(this.#receivedMs, ms);
  }

  restart(): void {
    this.#sentMs = 0;
    this.#receivedMs = 0;
  }
}
