import { formatInstant } from '../../../platform/kernel/instant';
import {
  type Binding,
  type IncomingCall,
  inNetworks,
  type PeerSettings,
  type RegistrarUser,
  type SipEndpoint,
  type Target,
} from '../../../sip';
import { SOFTPHONE } from '../../../shared-kernel/softphone';
import type { RegisteredPhones, TrunkHealthStatus } from '../../../trunks';
import type { NumberInterpretation } from '../../domain/inbound';
import { identitiesOf } from './inbound-identities';
import { interpretNumbers } from './inbound-numbers';
import type { SipRoute } from './sip-route';
import { peerOf, type PhoneSettings, type SipSettings } from './sip-settings';
import { type OpenSipTrunk, routeOver } from './sip-trunk';

const NOBODY = 'no softphone is registered here';
const SILENT = 'the registered softphone does not answer';

export interface PhoneTrunkOptions {
  readonly id: string;
  readonly name: string;
  readonly settings: SipSettings;
  readonly phones: PhoneSettings;
  /** CIDR, where the trunk names no sources. */
  readonly localNetworks: readonly string[];
  readonly endpoint: SipEndpoint;
}

/** A SIP trunk with which phones register. They are its targets, in the process with which they did. */
export class PhoneTrunk implements OpenSipTrunk {
  readonly id: string;
  readonly name: string;
  readonly settings: SipSettings;
  /** When the monotonic clock began. */
  readonly #startedAt = Date.now() - performance.now();

  #seen: { readonly bindings: readonly Binding[]; readonly phones: RegisteredPhones } | null = null;

  constructor(private readonly options: PhoneTrunkOptions) {
    this.id = options.id;
    this.name = options.name;
    this.settings = options.settings;
  }

  get user(): RegistrarUser {
    const { id, settings, phones, localNetworks } = this.options;
    const { username, password, realm, algorithms, transport } = phones;
    const allow = settings.allow ?? localNetworks;
    return { id, username, password, realm, algorithms, transport, allow, peer: this.peer };
  }

  /** Phones send their requests in dialogs from the addresses that they registered from, also after a change. */
  get peer(): PeerSettings {
    const isSource = (address: string): boolean =>
      this.#registrar.bindingsOf(this.id).some(({ flow }) => flow.remote.address === address);
    return { ...peerOf(this.settings), name: this.name, isSource };
  }

  get health(): TrunkHealthStatus {
    const phones = this.#phones;
    if (phones.registrations.length === 0) return { state: 'down', reason: NOBODY, phones };
    return this.isReachable
      ? { state: 'up', reason: null, phones }
      : { state: 'down', reason: SILENT, phones };
  }

  /** A phone is registered that can be rung. */
  get isReachable(): boolean {
    return this.#registrar.isReachable(this.id);
  }

  targets(): Promise<readonly Target[]> {
    return Promise.resolve(this.#registrar.targetsOf(this.id));
  }

  /** Empty for a trunk of the operator. */
  get trial(): { trunkId: string; accountId: string; username: string }[] {
    const { trialOf: accountId, username } = this.options.phones;
    return accountId === null ? [] : [{ trunkId: this.id, accountId, username }];
  }

  /** A phone proves its password instead. */
  acceptsRequestsOf(): boolean {
    return false;
  }

  /** Whether the phone may call with its password. A trial phone has no number by which a call could belong to it. */
  mayCallFrom({ source, transport }: Pick<IncomingCall, 'source' | 'transport'>): boolean {
    const { allow, transport: only } = this.user;
    const isFromThere = inNetworks(source.address, allow) && (only === null || only === transport);
    return isFromThere && this.options.phones.trialOf === null;
  }

  read(call: IncomingCall): NumberInterpretation[] {
    const users = identitiesOf(call);
    const { phones } = this.options;
    const isOwnName = users.from?.toLowerCase() === phones.username.toLowerCase();
    const from = isOwnName ? this.settings.callerId : users.from;
    const read = interpretNumbers({ ...users, from }, this.settings);
    if (phones.trialOf === null) return read.map((one) => ({ trunkId: this.id, ...one }));
    // Whatever is dialed, the trial's agent answers.
    return [{ trunkId: this.id, called: phones.username, caller: SOFTPHONE, isTrial: true }];
  }

  route(callerId: string): SipRoute {
    const { username, trialOf } = this.options.phones;
    return routeOver(this, callerId, (number) => (trialOf === null ? number : username));
  }

  unregister(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  get #registrar() {
    return this.options.endpoint.userAgent.registrar;
  }

  /** The same object while nothing changes: the health of a thousand trunks is compared each second. */
  get #phones(): RegisteredPhones {
    const registrar = this.#registrar;
    const bindings = registrar.bindingsOf(this.id);
    const refusedFrom = registrar.refusedFrom(this.id);
    const seen = this.#seen;
    if (seen?.phones.refusedFrom === refusedFrom && isSameList(seen.bindings, bindings)) return seen.phones;
    const phones = { registrations: bindings.map((binding) => this.#registrationOf(binding)), refusedFrom };
    this.#seen = { bindings, phones };
    return phones;
  }

  #registrationOf({ flow, agent, since, expiresAt }: Binding): RegisteredPhones['registrations'][number] {
    const instant = (ms: number) =>
      formatInstant(new Date(1_000 * Math.round((this.#startedAt + ms) / 1_000)));
    return {
      address: `${flow.remote.address}:${flow.remote.port}`,
      transport: flow.transport,
      agent,
      since: instant(since),
      expiresAt: instant(expiresAt),
    };
  }
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((element, at) => element === other[at]);
}
