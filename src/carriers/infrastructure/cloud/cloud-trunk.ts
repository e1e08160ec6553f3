import type { CredentialsProblem } from '../../domain/trunk-check';
import type { CloudAdapter, CloudCallsApi, CloudSettings } from './adapter';
import { CloudHttpClient, CloudFailure } from './cloud-http-client';
import { CloudTrunkHealth } from './cloud-trunk-health';
import type { TrunkHealthStatus } from '../../../trunks';

/** An enabled cloud trunk, as it is stored. */
export interface StoredCloudTrunk {
  readonly id: string;
  readonly name: string;
  readonly settings: CloudSettings;
  /** In the address for calls that come in. */
  readonly inboundToken: string;
}

/** Whether a carrier that allows so many in any minute may be asked for something once more over a trunk. */
export type AcquireQuota = (trunkId: string, mostInAMinute: number) => Promise<boolean>;

/** A trunk to a cloud carrier, in this process. */
export class CloudTrunk {
  readonly rest: CloudCallsApi;
  readonly #api: CloudHttpClient;
  readonly #health: CloudTrunkHealth;
  #trying = false;

  constructor(
    readonly stored: StoredCloudTrunk,
    readonly adapter: CloudAdapter,
    nowMs: () => number,
    acquireQuota: AcquireQuota,
  ) {
    this.#health = new CloudTrunkHealth(nowMs);
    const { settings } = stored;
    const { maxReadsPerMinute: most } = adapter;
    this.#api = new CloudHttpClient({
      // Not known: it is not asked.
      ...(most !== null && { acquireQuota: () => acquireQuota(stored.id, most).catch(() => false) }),
      baseUrl: settings.baseUrl,
      ...adapter.credentials(settings),
      eventOf: (status, code) => adapter.failureOf(status, code),
      onResult: (what, status) => {
        this.#health.onResult(what, status);
      },
    });
    this.rest = adapter.rest(this.#api, settings);
  }

  get id(): string {
    return this.stored.id;
  }

  get name(): string {
    return this.stored.name;
  }

  /** What of its addresses makes it useless, apart from the carrier; null: nothing. */
  problemAt(origin: string | null): string | null {
    if (origin === null) return 'PUBLIC_URL is not set';
    const isReal = this.stored.settings.baseUrl === this.adapter.defaultBaseUrl;
    return isReal && !origin.startsWith('https:') ? 'MEDIA_PUBLIC_URL is not https' : null;
  }

  get health(): TrunkHealthStatus {
    return this.#health.health;
  }

  /** The host of its API, and who asks it. */
  get host(): { readonly baseUrl: string; readonly user: string; readonly password: string } {
    const { settings } = this.stored;
    return { baseUrl: settings.baseUrl, ...this.adapter.credentials(settings) };
  }

  /** The requests of one dial, with what is sent and received told to a listener. */
  traced(trace: (direction: 'sent' | 'received', text: string) => void): CloudCallsApi {
    return this.adapter.rest(this.#api.traced(trace), this.stored.settings);
  }

  /** Tries the credentials while nothing is known of them. Never rejects. */
  async look(): Promise<void> {
    if (this.#trying || this.health.state !== 'unknown') return;
    this.#trying = true;
    // What came of it was told.
    await this.rest.verifyCredentials().catch(() => undefined);
    this.#trying = false;
  }

  close(): void {
    this.#api.close();
  }
}

/** What is wrong with the credentials of a trunk; null: nothing. Never rejects. */
export async function tryCredentials(
  settings: CloudSettings,
  adapter: CloudAdapter,
): Promise<CredentialsProblem> {
  const api = new CloudHttpClient({
    baseUrl: settings.baseUrl,
    ...adapter.credentials(settings),
    eventOf: (status, code) => adapter.failureOf(status, code),
    onResult: () => undefined,
  });
  try {
    await adapter.rest(api, settings).verifyCredentials();
    return null;
  } catch (error) {
    if (error instanceof CloudFailure) return { said: error.said, type: error.event.type };
    throw error;
  } finally {
    api.close();
  }
}
