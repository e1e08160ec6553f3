import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { TextTalk } from '../../conversation';
import { Clock } from '../../platform/clock';
import type { Config } from '../../platform/config';
import { CONFIG } from '../../platform/config.token';
import type { Carrier } from '../domain/carrier';
import { CarrierFacts } from './carrier-facts';
import { CARRIERS } from './carrier-registry';

/** The carriers of this process, by name. */
@Injectable()
export class Carriers implements OnApplicationShutdown {
  readonly #carriers: ReadonlyMap<string, Carrier>;

  constructor(@Inject(CONFIG) config: Config, talk: TextTalk, clock: Clock, facts: CarrierFacts) {
    const deps = { facts, talk, now: () => clock.now(), simulatorSpeed: config.simulatorSpeed };
    this.#carriers = new Map(CARRIERS.map((entry) => [entry.name, entry.make(deps)]));
  }

  /** Undefined when the service no longer has such a carrier. */
  find(name: string): Carrier | undefined {
    return this.#carriers.get(name);
  }

  names(): string[] {
    return [...this.#carriers.keys()];
  }

  onApplicationShutdown(): void {
    for (const carrier of this.#carriers.values()) carrier.close();
  }
}
