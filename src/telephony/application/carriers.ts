import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { TextTalk } from '../../conversation';
import { Clock } from '../../platform/clock';
import type { Config } from '../../platform/config';
import { CONFIG } from '../../platform/config.token';
import type { Carrier } from '../domain/carrier';
import { SimulatorCarrier } from '../infrastructure/simulator/simulator-carrier';
import { TRIAL_CARRIERS } from '../infrastructure/simulator/trial-carriers';

/** The carriers of this process by name; accounts name theirs. To add one: a line in the constructor. */
@Injectable()
export class Carriers implements OnApplicationShutdown {
  readonly #carriers: ReadonlyMap<string, Carrier>;
  readonly #simulators: readonly SimulatorCarrier[];

  constructor(@Inject(CONFIG) config: Config, talk: TextTalk, clock: Clock) {
    const network = { speed: config.simulatorSpeed, now: () => clock.now() };
    this.#simulators = [{}, ...TRIAL_CARRIERS].map(
      (own) => new SimulatorCarrier(talk, { ...network, ...own }),
    );
    this.#carriers = new Map(this.#simulators.map((carrier) => [carrier.name, carrier]));
  }

  /** Undefined when the service has no such carrier (any more). */
  find(name: string): Carrier | undefined {
    return this.#carriers.get(name);
  }

  names(): string[] {
    return [...this.#carriers.keys()];
  }

  onApplicationShutdown(): void {
    for (const simulator of this.#simulators) simulator.close();
  }
}
