import { Client, type ClientConfig } from 'pg';
import { CONNECT_TIMEOUT_MS } from './connect-timeout';

/** A connection outside the pools, closed after the work. A lost connection fails the statement under way. */
export async function withClient<T>(config: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    client.end().catch(() => undefined);
  }
}
