import { Injectable } from '@nestjs/common';
import { expiryOf } from '../../platform/certificate-expiry';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import {
  selectCallerId,
  noCallerId,
  OptionConflictError,
  SetupError,
  type TrunkState,
  type CloudKind,
  NumberRepository,
  TrunkRepository,
  TrunkSecrets,
  Trunks,
  noTrunk,
} from '../../trunks';
import { certificateCheck } from '../domain/certificate-check';
import { credentialsCheck } from '../domain/credentials-check';
import type { TrunkCheck, TrunkReport } from '../domain/trunk-check';
import { storedCloudSettings } from '../infrastructure/cloud/stored-cloud-settings';
import type { SipSettings } from '../infrastructure/sip/sip-settings';
import { storedSipSettings } from '../infrastructure/sip/stored-sip-settings';

/** Tests stored trunks, whether enabled or not, with or without a running service. */
@Injectable()
export class TrunkTests {
  constructor(
    private readonly config: Config,
    private readonly trunks: TrunkRepository,
    private readonly numbers: NumberRepository,
    private readonly secrets: TrunkSecrets,
    private readonly trunkViews: Trunks,
    private readonly clock: Clock,
  ) {}

  /**
   * @param phone E.164, rung and hung up; null rings no phone
   * @throws SetupError for an unknown trunk, one that cannot be tested, or one without a caller id
   */
  async test(id: string, phone: string | null): Promise<TrunkReport> {
    const [trunk] = await this.trunks.find([id]);
    if (!trunk) throw noTrunk(id);
    if (trunk.kind !== 'sip') return this.#testCloud(trunk, trunk.kind, phone);
    const settings = storedSipSettings(trunk, (option) => this.#open(trunk, option));
    if (settings.phones !== null) return this.#testPhones(id, settings, phone);
    const call = phone === null ? null : { number: phone, callerId: await this.#callerId(trunk) };
    // Carriers are loaded for a test alone, because other commands need none.
    const { probeSip } = await import('../infrastructure/sip/probe/sip-probe.js');
    const checks = await probeSip(settings, this.config.telephony.sip, call);
    return reportOf([...checks, ...this.#certificate(settings)]);
  }

  /** Phones come to the service: nothing can be tried from beside it. */
  async #testPhones(id: string, settings: SipSettings, phone: string | null): Promise<TrunkReport> {
    if (phone !== null) {
      throw new OptionConflictError(`--phone rings over a trunk with servers; here phones register.`);
    }
    const { registrations = [] } = await this.trunkViews.show(id);
    const ok = registrations.length > 0;
    const names = registrations.map(({ address, transport }) => `${address} (${transport})`).join(', ');
    const message = ok ? `registered: ${names}` : 'no softphone is registered';
    return reportOf([{ name: 'register', ok, message }, ...this.#certificate(settings)]);
  }

  /** Checks the certificate of a trunk over TLS. */
  #certificate({ transport, phones, tlsIdentity }: SipSettings): TrunkCheck[] {
    const { tls } = this.config.telephony.sip;
    const isTls = (phones === null ? transport : (phones.transport ?? 'tls')) === 'tls';
    if (!isTls) return [];
    const own = [
      ...(tls ? [{ name: 'SIP_TLS_CERT', expiresAt: expiryOf(tls.cert) }] : []),
      ...(tlsIdentity ? [{ name: '--tls-cert', expiresAt: expiryOf(tlsIdentity.cert) }] : []),
    ];
    const check = certificateCheck(own, this.clock.now());
    return check === null ? [] : [check];
  }

  async #testCloud(trunk: TrunkState, kind: CloudKind, phone: string | null): Promise<TrunkReport> {
    if (phone !== null) throw new OptionConflictError(`--phone rings over a trunk of kind sip alone.`);
    const settings = storedCloudSettings(trunk, (option) => this.#open(trunk, option));
    const [{ CLOUD_ADAPTERS }, { tryCredentials }] = await Promise.all([
      import('../infrastructure/cloud/adapters.js'),
      import('../infrastructure/cloud/try-credentials.js'),
    ]);
    const check = credentialsCheck(settings.baseUrl, await tryCredentials(settings, CLOUD_ADAPTERS[kind]));
    return { ok: check.ok, checks: [check] };
  }

  /** Shows what an account with all numbers of the trunk would show, if none was used today. */
  async #callerId({ id, name, callerId, options }: TrunkState): Promise<string> {
    const own = (await this.numbers.list(null)).filter(({ trunkId }) => trunkId === id);
    const numbers = own.map((number) => ({ ...number, calledContactAt: null, usedToday: 0 }));
    const { username } = { username: null, ...options };
    const chosen = selectCallerId(numbers, {
      callerId,
      username: typeof username === 'string' ? username : null,
    });
    if (chosen === null) {
      throw new SetupError(`${noCallerId(name)}: number add makes one, or trunk set --caller-id.`);
    }
    return chosen;
  }

  #open(trunk: TrunkState, option: string): string | null {
    try {
      return this.secrets.open(trunk, option);
    } catch {
      throw new SetupError(
        `The secrets of the trunk ${trunk.name} cannot be decrypted: SECRET_KEY is not the key that encrypted them.`,
      );
    }
  }
}

function reportOf(checks: readonly TrunkCheck[]): TrunkReport {
  return { ok: checks.every(({ ok }) => ok), checks };
}
