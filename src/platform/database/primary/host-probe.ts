import { Client, DatabaseError } from 'pg';
import { connectionTo } from '../start-parameters';

/** The limit for a connection, and for an answer: less than the interval of looks. */
const TIMEOUT_MS = 800;

/** Written for all servers, whatever their DateStyle; a standby has no position to write at. */
const STATE = `pg_is_in_recovery() AS standby, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs",
  current_setting('synchronous_standby_names') AS names`;

const TIMELINE = `CASE WHEN pg_is_in_recovery() THEN NULL
  ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int END AS timeline`;

/** The state of a standby is hidden from roles without pg_read_all_stats. */
const STANDBYS = `(SELECT CASE WHEN count(*) = count(sync_state)
    THEN count(*) FILTER (WHERE sync_state IN ('sync', 'quorum'))::int END FROM pg_stat_replication) AS synchronous`;

/** feature_not_supported, undefined_function, insufficient_privilege. */
const HIDDEN = new Set<string | undefined>(['0A000', '42883', '42501']);

export interface HostAnswer {
  readonly isStandby: boolean;
  /** The timeline of its WAL, which rises with each promotion; null: a standby, or a server that hides it. */
  readonly timeline: number | null;
  /** Epoch milliseconds of the server at the zero of this process's monotonic clock. */
  readonly epochAtZero: number;
  readonly roundTripMs: number;
  readonly now: Date;
  /** Whether commits wait for standbys. */
  readonly waitsForStandbys: boolean;
  /** Standbys that commits wait for. null: hidden from this role. */
  readonly synchronous: number | null;
}

interface Row {
  readonly standby: boolean;
  readonly nowMs: number;
  readonly names: string;
  readonly timeline?: number | null;
  readonly synchronous?: number | null;
}

/** Reads the state of one host, over a connection of its own. */
export class HostProbe {
  readonly #url: string;
  #client: Client | null = null;
  #hidesTimeline = false;

  constructor(url: string) {
    this.#url = connectionTo(url).url;
  }

  /** null: no answer in time. */
  async read(): Promise<HostAnswer | null> {
    const sentAt = performance.now();
    try {
      const row = await this.#row();
      const receivedAt = performance.now();
      return {
        isStandby: row.standby,
        timeline: row.timeline ?? null,
        epochAtZero: row.nowMs - (sentAt + receivedAt) / 2,
        roundTripMs: receivedAt - sentAt,
        now: new Date(row.nowMs),
        waitsForStandbys: row.names !== '',
        synchronous: row.synchronous ?? null,
      };
    } catch (error) {
      // A server without a WAL of its own, such as Aurora, answers the next time without it.
      if (error instanceof DatabaseError && HIDDEN.has(error.code)) this.#hidesTimeline = true;
      this.close();
      return null;
    }
  }

  close(): void {
    this.#client?.connection.stream.destroy();
    this.#client = null;
  }

  async #row(): Promise<Row> {
    this.#client ??= await this.#connect();
    const parts = this.#hidesTimeline ? [STATE] : [STATE, TIMELINE, STANDBYS];
    const { rows } = await this.#client.query<Row>(`SELECT ${parts.join(', ')}`);
    if (!rows[0]) throw new Error('the server returned no state');
    return rows[0];
  }

  async #connect(): Promise<Client> {
    const client = new Client({
      connectionString: this.#url,
      application_name: 'ai-calling-service watch',
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    });
    client.on('error', () => {
      if (this.#client === client) this.#client = null;
    });
    try {
      await client.connect();
      return client;
    } catch (error) {
      client.connection.stream.destroy();
      throw error;
    }
  }
}
