import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { TextTalk } from '../../conversation';
import { Clock } from '../../platform/clock';
import type { Config } from '../../platform/config';
import { CONFIG } from '../../platform/config.token';
import type { Carrier } from '../domain/carrier';
import { SimulatorCarrier } from '../infrastructure/simulator/simulator-carrier';

/** The carriers of this process by name; accounts name theirs. To add one: a line in the constructor. */
@Injectable()
export class Carriers implements OnApplicationShutdown {
  readonly #carriers: ReadonlyMap<string, Carrier>;
  readonly #simulator: SimulatorCarrier;

  constructor(@Inject(CONFIG) config: Config, talk: TextTalk, clock: Clock) {
    this.#simulator = new SimulatorCarrier(talk, { speed: config.simulatorSpeed, now: () => clock.now() });
    this.#carriers = new Map([this.#simulator].map((carrier) => [carrier.name, carrier]));
  }

  /** Undefined when the service has no such carrier (any more). */
  find(name: string): Carrier | undefined {
    return this.#carriers.get(name);
  }

  names(): string[] {
    return [...this.#carriers.keys()];
  }

  onApplicationShutdown(): void {
    this.#simulator.close();
  }
}
