import type { CloudAdapter, CloudRest, CloudSettings } from './adapter';
import { CloudApi, CloudFailure, type Told } from './cloud-api';

/** A refused or unresolved trunk is out for so long. */
const OUT_MS = 30_000;
/** Requests in a row that timed out put it out, too. */
const TIMEOUTS = 3;

/** An enabled cloud trunk, as it is stored. */
export interface StoredCloudTrunk {
  readonly id: string;
  readonly name: string;
  readonly settings: CloudSettings;
  /** In the address for calls that come in. */
  readonly inboundToken: string;
}

/** What this process knows of a trunk. */
export interface CloudHealth {
  readonly state: 'up' | 'down' | 'unknown';
  readonly reason: string | null;
}

/** A trunk to a cloud carrier, in this process. */
export class CloudTrunk {
  readonly rest: CloudRest;
  readonly #api: CloudApi;
  #state: 'up' | 'unknown' = 'unknown';
  #out: { readonly until: number; readonly reason: string } | null = null;
  #timeouts = 0;
  #trying = false;

  constructor(
    readonly stored: StoredCloudTrunk,
    readonly adapter: CloudAdapter,
    private readonly nowMs: () => number,
  ) {
    const { settings } = stored;
    this.#api = new CloudApi({
      ...{ baseUrl: settings.baseUrl, ...adapter.login(settings) },
      eventOf: (status, code) => adapter.refusal(status, code),
      told: (what, status) => {
        this.#told(what, status);
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

  get health(): CloudHealth {
    if (this.#out && this.nowMs() < this.#out.until) return { state: 'down', reason: this.#out.reason };
    return { state: this.#state, reason: null };
  }

  /** The requests of one dial, with what is sent and received told to a listener. */
  traced(trace: (direction: 'sent' | 'received', text: string) => void): CloudRest {
    return this.adapter.rest(this.#api.traced(trace), this.stored.settings);
  }

  /** Tries the credentials while nothing is known of them. Never rejects. */
  async look(): Promise<void> {
    if (this.#trying || this.health.state !== 'unknown') return;
    this.#trying = true;
    // What came of it was told.
    await this.rest.credentials().catch(() => undefined);
    this.#trying = false;
  }

  close(): void {
    this.#api.close();
  }

  #told(what: Told, status: number | null): void {
    this.#timeouts = what === 'timed_out' ? this.#timeouts + 1 : 0;
    if (what === 'answered') [this.#state, this.#out] = ['up', null];
    else if (what === 'refused') this.#leave(`the carrier answered ${status ?? ''}`);
    else if (what === 'not_resolved') this.#leave('the name of the API does not resolve');
    else if (this.#timeouts >= TIMEOUTS) this.#leave('the API does not answer');
  }

  /** What comes after it is found out anew. */
  #leave(reason: string): void {
    this.#state = 'unknown';
    this.#out = { until: this.nowMs() + OUT_MS, reason };
  }
}

/** What is wrong with the credentials of a trunk; null: nothing. Never rejects. */
export async function tryCredentials(
  settings: CloudSettings,
  adapter: CloudAdapter,
): Promise<{ readonly said: string | null; readonly type: string } | null> {
  const api = new CloudApi({
    ...{ baseUrl: settings.baseUrl, ...adapter.login(settings) },
    eventOf: (status, code) => adapter.refusal(status, code),
    told: () => undefined,
  });
  try {
    await adapter.rest(api, settings).credentials();
    return null;
  } catch (error) {
    if (error instanceof CloudFailure) return { said: error.said, type: error.event.type };
    throw error;
  } finally {
    api.close();
  }
}
