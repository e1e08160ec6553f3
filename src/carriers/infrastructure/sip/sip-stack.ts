import { isDeepStrictEqual } from 'node:util';
import { Logger } from '@nestjs/common';
import { MediaLegs } from '../../../media';
import { expiryOf } from '../../../platform/certificate-expiry';
import type { TelephonyConfig } from '../../../platform/config/config-telephony';
import { atMostEvery } from '../../../platform/kernel/async/at-most-every';
import { MINUTE_MS } from '../../../platform/kernel/time/durations';
import { errorText } from '../../../platform/logging';
import {
  type IncomingCall,
  openSipEndpoint,
  type OutgoingCall,
  type Registrar,
  type SipEndpoint,
  TlsFiles,
  type UserAgent,
  type UserAgentHooks,
} from '../../../sip';
import { openingProblem } from '../../domain/opening-problem';
import type { SipSettings } from './sip-settings';
import { PhoneTrunk } from './phone-trunk';
import { type OpenSipTrunk, SipTrunk } from './sip-trunk';
import type { TrunkHealthStatus } from '../../../trunks';
import { RtpLegPool } from './rtp-leg-pool';

export interface StoredSipTrunk {
  readonly id: string;
  readonly name: string;
  readonly settings: SipSettings;
  readonly registers: boolean;
}

const BAD_PAIR = 'SIP_TLS_CERT and SIP_TLS_KEY changed and do not fit: the pair before them stays';

type Hooks = Omit<UserAgentHooks, 'known' | 'stray' | 'incoming'>;
type Stray = NonNullable<UserAgentHooks['stray']>;

export interface InboundCallListener {
  onInvite(call: IncomingCall): void;
}

/** The SIP and RTP of this process. Nothing is open before there is a trunk. */
export class SipStack {
  readonly legs: MediaLegs;
  readonly legPool: RtpLegPool;
  readonly #logger = new Logger('Telephony');
  readonly #trunks = new Map<string, { readonly stored: StoredSipTrunk; readonly trunk: OpenSipTrunk }>();
  #endpoint: SipEndpoint | null = null;
  #stray: Stray = () => Promise.resolve(null);
  #listener: InboundCallListener | null = null;
  #problem: string | null = null;
  #isDraining = false;
  readonly #tlsFiles: TlsFiles | null;
  #stopWatch: () => void = () => undefined;

  constructor(
    private readonly config: TelephonyConfig,
    private readonly hooks: Hooks,
    /** null: not installed. */
    speechKit: string | null,
  ) {
    this.#tlsFiles = config.sip.tls && new TlsFiles(config.sip.tls, () => this.#logger.warn(BAD_PAIR));
    // A listener may fail at each frame.
    const onError = atMostEvery(MINUTE_MS, (error) => this.#logger.error(`audio: ${errorText(error)}`));
    this.legs = new MediaLegs({ ports: config.rtpPorts, speechKit, onError });
    this.legPool = new RtpLegPool(() => this.legs.openRtp());
  }

  /** `host:port`; null while it is not open. */
  get address(): string | null {
    return this.#endpoint && `${this.config.sip.host}:${this.#endpoint.port}`;
  }

  get endpoint(): SipEndpoint | null {
    return this.#endpoint;
  }

  trunk(id: string): OpenSipTrunk | undefined {
    return this.#trunks.get(id)?.trunk;
  }

  health(id: string): TrunkHealthStatus {
    if (this.#problem !== null) return { state: 'down', reason: this.#problem };
    return this.trunk(id)?.health ?? { state: 'unknown', reason: null };
  }

  /** When the first of our certificates expires; null without any. */
  get certificateExpiry(): Date | null {
    const ofTrunks = [...this.#trunks.values()].map(({ stored }) => stored.settings.tlsIdentity?.cert);
    const certificates = [this.#tlsFiles?.pair.cert, ...ofTrunks].filter((cert) => cert !== undefined);
    const times = certificates.flatMap((cert) => expiryOf(cert)?.getTime() ?? []);
    return times.length === 0 ? null : new Date(Math.min(...times));
  }

  /** Phones by the name of the trunk with which they registered. */
  get registrations(): (readonly [name: string, phones: number])[] {
    return [...this.#trunks.values()].flatMap(({ trunk }) =>
      trunk instanceof PhoneTrunk
        ? [[trunk.name, trunk.health.phones?.registrations.length ?? 0] as const]
        : [],
    );
  }

  /** The trial phones that can be rung. */
  get trialPhones(): { trunkId: string; accountId: string; username: string }[] {
    return [...this.#trunks.values()].flatMap(({ trunk }) => reachableTrial(trunk));
  }

  get hasTrialPhones(): boolean {
    for (const { trunk } of this.#trunks.values()) if (reachableTrial(trunk).length > 0) return true;
    return false;
  }

  onStray(stray: Stray): void {
    this.#stray = stray;
  }

  /** Registers the listener. Calls get 480 while there is none. */
  onCall(listener: InboundCallListener): void {
    this.#listener = listener;
  }

  /** Trunks that a call may belong to, sorted by id: that of the phone's password, else those that know its address. */
  trunksOf({ user, source }: Pick<IncomingCall, 'user' | 'source'>): OpenSipTrunk[] {
    const registered = user === null ? undefined : this.trunk(user);
    return registered ? [registered] : this.#knownBy(source.address);
  }

  /** Trunks to which a call that proved no password may belong once it does. */
  phoneTrunksOf(call: Pick<IncomingCall, 'user' | 'source' | 'transport'>): OpenSipTrunk[] {
    const all = call.user === null ? [...this.#trunks.values()].map(({ trunk }) => trunk) : [];
    return all.filter((trunk) => trunk instanceof PhoneTrunk && trunk.mayCallFrom(call));
  }

  challengeFor(trunkId: string, address: string): ReturnType<Registrar['challengeFor']> {
    return this.#endpoint?.userAgent.registrar.challengeFor(trunkId, address) ?? [];
  }

  #knownBy(address: string): OpenSipTrunk[] {
    const all = [...this.#trunks.values()].map(({ trunk }) => trunk);
    return all.filter((trunk) => trunk.acceptsRequestsOf(address)).sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** @throws Error before the first trunk was opened */
  call(...placed: Parameters<UserAgent['call']>): OutgoingCall {
    if (!this.#endpoint) throw new Error('SIP is not open');
    return this.#endpoint.userAgent.call(...placed);
  }

  /** Opens, changes and closes trunks as they are stored. Calls continue. */
  async sync(stored: readonly StoredSipTrunk[]): Promise<void> {
    if (stored.length > 0 && !this.#endpoint) await this.#open();
    const endpoint = this.#endpoint;
    if (!endpoint) return;
    const wanted = new Map(stored.map((one) => [one.id, one]));
    const old = [...this.#trunks.values()].filter(
      ({ stored: known }) => !isSame(known, wanted.get(known.id)),
    );
    for (const { stored: known } of old) this.#trunks.delete(known.id);
    const opened = this.#trunks.size;
    // Awaited: the end of an old registration would end the new one, too.
    await Promise.all(old.map(({ trunk }) => trunk.close()));
    for (const one of stored) {
      const trunk = this.trunk(one.id) ?? this.#trunkOf(one, endpoint);
      this.#trunks.set(one.id, { stored: one, trunk });
    }
    if (old.length > 0 || this.#trunks.size > opened) this.#setPhones(endpoint);
  }

  /** New INVITEs and OPTIONS get 503, and registrations end. Calls continue. */
  async drain(): Promise<void> {
    this.#isDraining = true;
    this.#endpoint?.userAgent.drain();
    await Promise.all([...this.#trunks.values()].map(({ trunk }) => trunk.unregister()));
  }

  async close(): Promise<void> {
    this.#stopWatch();
    await Promise.all([...this.#trunks.values()].map(({ trunk }) => trunk.close()));
    this.#trunks.clear();
    await this.legs.close();
    await this.#endpoint?.userAgent.close();
    this.#endpoint = null;
  }

  #trunkOf({ id, name, settings, registers }: StoredSipTrunk, endpoint: SipEndpoint): OpenSipTrunk {
    const { phones } = settings;
    if (phones === null) return new SipTrunk(id, name, settings, endpoint, registers);
    return new PhoneTrunk({ id, name, settings, phones, localNetworks: this.config.sip.localNets, endpoint });
  }

  #setPhones({ userAgent }: SipEndpoint): void {
    const trunks = [...this.#trunks.values()].map(({ trunk }) => trunk);
    userAgent.registrar.setUsers(
      trunks.flatMap((trunk) => (trunk instanceof PhoneTrunk ? [trunk.user] : [])),
    );
  }

  /** A port in use is tried again at the next sync. */
  async #open(): Promise<void> {
    const { host, port, tls, publicAddress, localNets } = this.config.sip;
    const files = this.#tlsFiles;
    await files?.refresh();
    try {
      const endpoint = await openSipEndpoint({
        host,
        port,
        ...(tls && files && { tls: { ...files.pair, port: tls.port } }),
        settings: { publicAddress, localNetworks: localNets, product: 'AI-Calling-Service' },
        hooks: {
          ...this.hooks,
          known: (address) => this.#isKnown(address),
          isSamePeer: (address, other) =>
            this.#knownBy(address).some((trunk) => trunk.acceptsRequestsOf(other)),
          stray: (callId, branch) => this.#stray(callId, branch),
          incoming: (call) => {
            if (this.#listener) this.#listener.onInvite(call);
            else call.reject(480);
          },
        },
      });
      this.#endpoint = endpoint;
      this.#stopWatch = files?.watch((pair) => endpoint.setCertificate(pair)) ?? this.#stopWatch;
      // The drain began while it opened.
      if (this.#isDraining) endpoint.userAgent.drain();
      this.#problem = null;
    } catch (error) {
      this.#problem = openingProblem(error, port);
    }
  }

  #isKnown(address: string): boolean {
    for (const { trunk } of this.#trunks.values()) if (trunk.acceptsRequestsOf(address)) return true;
    return false;
  }
}

/** Settings that were not read anew are the same object: comparing those of a thousand trunks each second is slow. */
function isSame(known: StoredSipTrunk, wanted: StoredSipTrunk | undefined): boolean {
  if (known.name !== wanted?.name || known.registers !== wanted.registers) return false;
  return known.settings === wanted.settings || isDeepStrictEqual(known.settings, wanted.settings);
}

function reachableTrial(trunk: OpenSipTrunk): PhoneTrunk['trial'] {
  return trunk instanceof PhoneTrunk && trunk.isReachable ? trunk.trial : [];
}
