import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { TextTalk } from '../../conversation';
import { Clock } from '../../platform/clock';
import type { Config } from '../../platform/config';
import { CONFIG } from '../../platform/config.token';
import type { Carrier, CarrierCapabilities } from '../domain/carrier';
import { CarrierFacts } from './carrier-facts';
import { CARRIERS } from './carrier-registry';

/** What the choice of capabilities depends on. */
interface CarrierSettings {
  readonly carrier: string;
  readonly rings: 'mobile' | 'extension';
  readonly humanBilling: 'provider' | 'credits';
}

/** The carrier of an account, with what it can do for this account. */
export interface AccountCarrier {
  readonly name: string;
  readonly can: CarrierCapabilities;
  /** null: this process does not dial it. */
  readonly carrier: Carrier | null;
}

/** The carriers of this process, by name. */
@Injectable()
export class Carriers implements OnApplicationShutdown {
  readonly #carriers: ReadonlyMap<string, Carrier>;

  constructor(@Inject(CONFIG) config: Config, talk: TextTalk, clock: Clock, facts: CarrierFacts) {
    const deps = { facts, talk, now: () => clock.now(), simulatorSpeed: config.simulatorSpeed };
    this.#carriers = new Map(
      CARRIERS.flatMap(({ name, make }) => (make ? [[name, make(deps)] as const] : [])),
    );
  }

  /** The account's carrier; undefined when the service no longer has it. Settings of real carriers leave simulators alone. */
  of({ carrier: name, rings, humanBilling }: CarrierSettings): AccountCarrier | undefined {
    const entry = CARRIERS.find((known) => known.name === name);
    if (!entry) return undefined;
    const settled: Partial<CarrierCapabilities> = entry.can.overTrunks
      ? { hosted: humanBilling === 'credits', rings: rings === 'extension' ? 'sip_extension' : 'mobile' }
      : {};
    return { name, can: { ...entry.can, ...settled }, carrier: this.#carriers.get(name) ?? null };
  }

  /** Names of the carriers that this process does not dial. */
  get elsewhere(): string[] {
    return CARRIERS.flatMap(({ name }) => (this.#carriers.has(name) ? [] : [name]));
  }

  /** The carrier of a leg; undefined when this process has none of the name. */
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
