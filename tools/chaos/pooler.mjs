import { crash } from './crash.mjs';
import { Faults } from './faults.mjs';
import { Pooler } from '../lib/pooler.mjs';
import { TcpProxy } from '../lib/tcp-proxy.mjs';
import { ChaosDriver } from './chaos-driver.mjs';

/** Everything behind a transaction pooler but queues, wake-ups and migrations, which go past it. */
export class PoolerDriver extends ChaosDriver {
  /** @type {Pooler | undefined} */
  pooler;

  /** @override */
  async startDatabase(options) {
    await super.startDatabase({ ...options, proxied: false });
    const { roleSettings } = this.built('platform/database/service-settings.js');
    for (const statement of roleSettings(this.directUrl)) await this.sql(statement);
    this.pooler = new Pooler(this.directUrl, this.folder);
    const through = new URL(await this.pooler.start());
    this.proxy = new TcpProxy(Number(through.port));
    through.port = String(await this.proxy.start());
    this.databaseUrl = through.href;
  }

  /** @override */
  environment(more = {}) {
    return super.environment({
      DATABASE_POOLING: 'transaction',
      DATABASE_DIRECT_URL: this.directUrl,
      ...more,
    });
  }

  /** @override */
  async stop(options) {
    await super.stop(options);
    await this.pooler?.stop();
  }
}

/** Kills of workers, api processes, PostgreSQL and the pooler. */
export function pooler(driver, options) {
  options.say(`behind ${driver.pooler.name}`);
  const makeFaults = (of, random, long) => new PoolerFaults(of, random, long);
  return crash(driver, { ...options, makeFaults });
}

class PoolerFaults extends Faults {
  /** @override */
  async round() {
    if (this.random.chance(0.6)) {
      await super.round();
      return;
    }
    this.counts['kill pooler'] = (this.counts['kill pooler'] ?? 0) + 1;
    await this.driver.pooler.restart();
    this.lastKillAt = Date.now();
  }
}
