import { withClient } from '../../src/platform/database/access/with-client';
import { roleSettings } from '../../src/platform/database/service-settings';
import { TransactionPooler } from '../fakes/database/transaction-pooler.mjs';

/** Fewer than a process opens: transactions share them in turn. */
const SERVER_CONNECTIONS = 12;

/** Whether the services of all suites reach their databases by a transaction pooler. */
export function isPooled(): boolean {
  return process.env['TEST_POOLING'] === 'transaction';
}

/** A database behind a transaction pooler, with the settings of a service that uses it. */
export class PooledDatabase {
  private constructor(
    private readonly pooler: TransactionPooler,
    readonly environment: {
      readonly DATABASE_URL: string;
      readonly DATABASE_DIRECT_URL: string;
      readonly DATABASE_POOLING: string;
    },
  ) {}

  static async open(url: string): Promise<PooledDatabase> {
    await withClient({ connectionString: url }, async (client) => {
      for (const statement of roleSettings(url)) await client.query(statement);
    });
    const pooler = new TransactionPooler(url, { size: SERVER_CONNECTIONS });
    return new PooledDatabase(pooler, {
      DATABASE_URL: await pooler.start(),
      DATABASE_DIRECT_URL: url,
      DATABASE_POOLING: 'transaction',
    });
  }

  close(): Promise<void> {
    return this.pooler.stop();
  }
}
