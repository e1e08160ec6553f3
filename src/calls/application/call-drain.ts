import { Injectable } from '@nestjs/common';
import { CallWatch } from './call-watch';
import { HeldCalls, referenceOf } from './held-calls';

/** After a hang-up was ordered, the carrier's word of the end is waited for so long. */
const LAST_WORDS_MS = 3_000;
const LOOK_EVERY_MS = 50;
const RENEW_EVERY_MS = 4_000;

/** Lets running talks end when the process is asked to stop; what is left then is hung up, with a reason. */
@Injectable()
export class CallDrain {
  #draining = false;

  constructor(
    private readonly held: HeldCalls,
    private readonly watch: CallWatch,
  ) {}

  /** True from the moment the process was asked to stop: no new dials. */
  get draining(): boolean {
    return this.#draining;
  }

  /** Waits for the talks at most `patienceMs`, then hangs up. */
  async run(patienceMs: number): Promise<void> {
    this.#draining = true;
    await this.#waitForEnd(patienceMs);
    await Promise.all(
      this.held.all().map(({ callId, attempt, carrier }) => carrier.hangUp(referenceOf(callId, attempt))),
    );
    await this.#waitForEnd(LAST_WORDS_MS);
  }

  async #waitForEnd(patienceMs: number): Promise<void> {
    const until = performance.now() + patienceMs;
    let renewAt = performance.now() + RENEW_EVERY_MS;
    while (this.held.all().length > 0 && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      if (performance.now() < renewAt) continue;
      renewAt = performance.now() + RENEW_EVERY_MS;
      // The sweeps have stopped already; without its lease another worker would take the talks over.
      await this.watch.renewLeases().catch(() => undefined);
    }
  }
}
