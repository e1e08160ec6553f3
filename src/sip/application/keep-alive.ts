import type { Cancel, Target } from '../domain/ports';
import { targetKey } from '../domain/target-health';
import type { Core, RequestOutcome } from './core';
import type { PeerSettings } from './settings';

export interface KeepAliveOptions {
  readonly targets: () => Promise<readonly Target[]>;
  readonly peer: PeerSettings;
  readonly everyMs: number;
  readonly uri: string;
  /** Receives no targets when the name did not resolve. */
  readonly round?: (targets: readonly Target[]) => void;
}

/** Sends OPTIONS to a trunk's targets periodically; the responses update their health. */
export class KeepAlive {
  #timer: Cancel = () => undefined;
  #stopped = false;

  constructor(
    private readonly core: Core,
    private readonly options: KeepAliveOptions,
    private readonly ping: (target: Target) => Promise<RequestOutcome>,
  ) {
    core.spawn('keep-alive', () => this.#round());
  }

  stop(): void {
    this.#stopped = true;
    this.#timer();
  }

  /** The next round begins on time, even while a target of this one is silent. */
  async #round(): Promise<void> {
    const { core, options } = this;
    this.#timer = core.runtime.timers.after(options.everyMs, () =>
      core.spawn('keep-alive', () => this.#round()),
    );
    const targets = await options.targets().catch(() => []);
    if (this.#stopped) return;
    await Promise.all(
      targets.map(async (target) => {
        const outcome = await this.ping(target);
        if (outcome.kind !== 'response') return;
        const key = targetKey(target);
        core.health.answeredOptions(key);
        if (outcome.response.status === 503) core.health.unavailable(key);
      }),
    );
    core.guard('keep-alive', () => {
      if (!this.#stopped) options.round?.(targets);
    });
  }
}
