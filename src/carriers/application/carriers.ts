import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import type { Carrier, CarrierCapabilities } from '../domain/carrier';
import type { LegRepository } from '../../trunks';
import { CarrierEventRouter } from './carrier-event-router';
import { CARRIERS } from './carrier-registry';
import { CarrierNetworks, LegOccupancy, TalkServices } from './carrier-services';

interface CarrierSettings {
  readonly carrier: string;
  readonly rings: 'mobile' | 'extension';
  readonly humanBilling: 'provider' | 'credits';
}

export interface AccountCarrier {
  readonly name: string;
  readonly capabilities: CarrierCapabilities;
  /** null: this process does not dial it. */
  readonly carrier: Carrier | null;
}

/** The carriers of this process, by name. */
@Injectable()
export class Carriers {
  readonly #carriers: ReadonlyMap<string, Carrier>;
  readonly #legs: LegRepository;

  constructor(
    config: Config,
    clock: Clock,
    events: CarrierEventRouter,
    { talk, ...talkServices }: TalkServices,
    { ...occupancy }: LegOccupancy,
    { stack, gateway, sign, ...networks }: CarrierNetworks,
  ) {
    this.#legs = occupancy.legs;
    const shared = { ...talkServices, ...occupancy, ...networks };
    const deps = {
      events,
      talk,
      now: () => clock.now(),
      simulatorSpeed: config.simulatorSpeed,
      sip: config.does.media ? { ...shared, stack, sign } : null,
      cloud: config.does.media ? { ...shared, gateway } : null,
    };
    const made = CARRIERS.map(({ name, make }) => [name, make(deps)] as const);
    this.#carriers = new Map(made.flatMap(([name, carrier]) => (carrier ? [[name, carrier]] : [])));
  }

  /** undefined when the service no longer has it. Settings of real carriers do not change simulators. */
  of({ carrier: name, rings, humanBilling }: CarrierSettings): AccountCarrier | undefined {
    const entry = CARRIERS.find((known) => known.name === name);
    if (!entry) return undefined;
    const settled: Partial<CarrierCapabilities> = entry.capabilities.overTrunks
      ? { usesCredits: humanBilling === 'credits', rings: rings === 'extension' ? 'sip_extension' : 'mobile' }
      : {};
    return {
      name,
      capabilities: { ...entry.capabilities, ...settled },
      carrier: this.#carriers.get(name) ?? null,
    };
  }

  isSimulator(name: string): boolean {
    return !this.overTrunks.includes(name);
  }

  get overTrunks(): string[] {
    return CARRIERS.flatMap(({ name, capabilities }) => (capabilities.overTrunks ? [name] : []));
  }

  /** Whether the carrier bridges the phones of a dial, so that they continue without any process. */
  async holdsTogether(
    name: string,
    kind: 'ai' | 'human',
    dial: { readonly callId: string; readonly attempt: number },
  ): Promise<boolean> {
    const joins = CARRIERS.some((known) => known.name === name && known.capabilities.bridge === 'carrier');
    return joins && (kind === 'human' || (await this.#legs.isHandedOver(dial.callId, dial.attempt)));
  }

  /** undefined when this process has none of the name. */
  find(name: string): Carrier | undefined {
    return this.#carriers.get(name);
  }

  /** Rejects callers who are not answered yet. Resolves when that is stored; never rejects. */
  async stop(): Promise<void> {
    await Promise.all([...this.#carriers.values()].map((carrier) => carrier.rejectUnanswered()));
  }

  close(): void {
    for (const carrier of this.#carriers.values()) carrier.close();
  }
}
