import { join } from 'node:path';
import { ReplicatedPostgres } from '../../test/fakes/database/replicated-postgres.mjs';
import { TcpProxy } from '../lib/tcp-proxy.mjs';
import { ChaosDriver } from './chaos-driver.mjs';

/** PostgreSQL with a synchronous standby, behind an address that moves to whatever was promoted. */
export class FailoverDriver extends ChaosDriver {
  /** @type {ReplicatedPostgres | undefined} */
  database;

  /** @override */
  async startDatabase() {
    const { startEmbeddedPostgres } = this.built('platform/embedded-postgres/embedded-postgres.js');
    this.database = new ReplicatedPostgres(startEmbeddedPostgres, join(this.folder, 'servers'));
    await this.database.start();
    const url = new URL(this.database.primaryUrl);
    this.proxy = new TcpProxy(Number(url.port));
    url.port = String(await this.proxy.start());
    this.databaseUrl = url.href;
    this.directUrl = this.database.primaryUrl;
  }

  /** kill -9 of the primary's machine; after a while the manager promotes the standby and moves the address. */
  async failOver(promotedAfterMs) {
    this.database?.killPrimary();
    await new Promise((next) => setTimeout(next, promotedAfterMs));
    await this.database?.promote();
    const url = this.database?.standbyUrl ?? '';
    this.directUrl = url;
    this.proxy?.switchTo(Number(new URL(url).port));
  }

  /** @override */
  async sql(text, values = []) {
    return this.database?.sql(this.directUrl, text, values) ?? [];
  }

  /** @override */
  async stop(options) {
    await super.stop(options);
    await this.database?.stop();
  }
}
