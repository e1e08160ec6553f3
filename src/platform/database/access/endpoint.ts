import type { Client } from 'pg';
import { databaseHosts } from './database-hosts';

/** An address of the database with its hosts: new connections go to the one that accepts writes. */
export class Endpoint {
  /** A URL for each host. */
  readonly urls: readonly string[];
  #current = 0;
  readonly #clients = new Set<Client>();

  /**
   * @param text with one host or several
   * @param isPooled a pooler lends connections of the server for a transaction, and may have none left
   */
  constructor(
    readonly text: string,
    readonly isPooled = false,
  ) {
    this.urls = databaseHosts(text).urls;
  }

  /** The URL of the host in use. */
  get url(): string {
    return this.urls[this.#current] ?? this.text;
  }

  get current(): number {
    return this.#current;
  }

  use(host: number): void {
    this.#current = host;
  }

  /** The same connection string on the host in use. */
  rehost(connectionString: string): string {
    if (this.urls.length === 1) return connectionString;
    const url = new URL(connectionString);
    const { hostname, port } = new URL(this.url);
    url.hostname = hostname;
    url.port = port;
    return url.href;
  }

  track(client: Client): void {
    this.#clients.add(client);
    client.once('end', () => this.#clients.delete(client));
  }

  /** Breaks every connection: what is under way fails, and the pools open new ones. */
  breakConnections(): void {
    for (const client of this.#clients) client.connection.stream.destroy();
    this.#clients.clear();
  }
}
