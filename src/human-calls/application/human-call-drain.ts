import { Injectable } from '@nestjs/common';
import { HeldHumanCalls } from './held-human-calls';
import { HumanCallWatch } from './human-call-watch';

/** After a hang-up was ordered, the carrier's word of the end is waited for so long. */
const LAST_WORDS_MS = 3_000;
const LOOK_EVERY_MS = 50;
const RENEW_EVERY_MS = 4_000;

/** Lets running human calls end when the process is asked to stop; what is left then is hung up, with a reason. */
@Injectable()
export class HumanCallDrain {
  #draining = false;

  constructor(
    private readonly held: HeldHumanCalls,
    private readonly watch: HumanCallWatch,
  ) {}

  /** True from the moment the process was asked to stop: no new dials. */
  get draining(): boolean {
    return this.#draining;
  }

  /** Waits for the talks at most `patienceMs`, then hangs up. */
  async run(patienceMs: number): Promise<void> {
    this.#draining = true;
    await this.#waitForEnd(patienceMs);
    await Promise.all(this.held.all().map(({ callId, carrier }) => carrier.hangUp(callId)));
    await this.#waitForEnd(LAST_WORDS_MS);
  }

  async #waitForEnd(patienceMs: number): Promise<void> {
    const until = performance.now() + patienceMs;
    let renewAt = performance.now();
    while (this.held.all().length > 0 && performance.now() < until) {
      if (performance.now() >= renewAt) {
        renewAt = performance.now() + RENEW_EVERY_MS;
        // The sweeps have stopped already; without its lease another worker would take the calls over.
        await this.watch.renewLeases().catch(() => undefined);
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }
}
