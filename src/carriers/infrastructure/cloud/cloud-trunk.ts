import { hashToken } from '../../../platform/tokens';
import type { DialTrace } from '../shared/dial-traces';
import type { CloudAdapter, CloudCallsApi, CloudSettings } from './adapter';
import { CloudHttpClient } from './cloud-http-client';
import { CloudTrunkHealth } from './cloud-trunk-health';
import { defaultOf, type TrunkHealthStatus } from '../../../trunks';

export interface StoredCloudTrunk {
  readonly id: string;
  readonly name: string;
  readonly settings: CloudSettings;
  readonly inboundToken: string;
}

/** `maxPerMinute` is the carrier's limit. */
export type AcquireQuota = (trunkId: string, maxPerMinute: number) => Promise<boolean>;

/** A trunk to a cloud carrier, in this process. */
export class CloudTrunk {
  readonly rest: CloudCallsApi;
  readonly inboundTokenHash: Buffer;
  readonly #api: CloudHttpClient;
  readonly #health: CloudTrunkHealth;
  #isVerifying = false;

  constructor(
    readonly stored: StoredCloudTrunk,
    readonly adapter: CloudAdapter,
    nowMs: () => number,
    acquireQuota: AcquireQuota,
  ) {
    this.#health = new CloudTrunkHealth(nowMs);
    this.inboundTokenHash = hashToken(stored.inboundToken);
    const { settings } = stored;
    const { maxReadsPerMinute } = adapter;
    this.#api = new CloudHttpClient({
      // Skips the request when the quota cannot be read.
      ...(maxReadsPerMinute !== null && {
        acquireQuota: () => acquireQuota(stored.id, maxReadsPerMinute).catch(() => false),
      }),
      baseUrl: settings.baseUrl,
      ...adapter.credentials(settings),
      eventOf: (status, code) => adapter.failureOf(status, code),
      onResult: (result, status) => this.#health.onResult(result, status),
    });
    this.rest = adapter.rest(this.#api, settings);
  }

  get id(): string {
    return this.stored.id;
  }

  get name(): string {
    return this.stored.name;
  }

  /** null: our address is usable. */
  problemAt(origin: string | null): string | null {
    if (origin === null) return 'PUBLIC_URL is not set';
    const isReal = this.stored.settings.baseUrl === defaultOf(this.adapter.kind, 'base_url');
    return isReal && !origin.startsWith('https:') ? 'MEDIA_PUBLIC_URL is not https' : null;
  }

  get health(): TrunkHealthStatus {
    return this.#health.health;
  }

  get host(): { readonly baseUrl: string; readonly user: string; readonly password: string } {
    const { settings } = this.stored;
    return { baseUrl: settings.baseUrl, ...this.adapter.credentials(settings) };
  }

  /**
   * Traces the requests of one call. Redacts tokens, later ones included: a trace reader could forge callbacks with
   * them.
   */
  withTrace(trace: Pick<DialTrace, 'note'>, tokens: Iterable<string>): CloudCallsApi {
    const api = this.#api.withTrace((direction, text) =>
      trace.note(
        direction,
        this.name,
        [...tokens].reduce((shown, token) => shown.replaceAll(token, '…'), text),
      ),
    );
    return this.adapter.rest(api, this.stored.settings);
  }

  /** While the health is unknown. Never rejects. */
  async verify(): Promise<void> {
    if (this.#isVerifying || this.health.state !== 'unknown') return;
    this.#isVerifying = true;
    // The health has the result.
    await this.rest.verifyCredentials().catch(() => undefined);
    this.#isVerifying = false;
  }

  close(): void {
    this.#api.close();
  }
}
