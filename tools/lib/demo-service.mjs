import { READY, ServiceDriver } from './service-driver.mjs';

/** The built service with its demo account, on a PostgreSQL that can be taken out of its reach. */
export class DemoService extends ServiceDriver {
  /** Where it serves, without a slash at its end. */
  url = '';
  /** The demo account's key. */
  demoKey = '';
  /** @type {import('./program.mjs').Program | undefined} */
  program;

  /** @param {Record<string, string>} more of its environment */
  async start(more = {}) {
    try {
      await this.startDatabase({ proxied: true });
      this.program = this.runService(
        this.environment({
          DEMO: 'true',
          LOG_LEVEL: 'error',
          SIMULATOR_SPEED: 'max',
          DRAIN_SECONDS: '1',
          ...more,
        }),
        { cwd: this.folder, stderr: 'pipe' },
      );
      this.url = await this.program.said(READY);
      this.demoKey = await this.program.said(/\b(aics_\w{38})\b/);
      return this;
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  loseDatabase() {
    this.proxy?.goAway();
  }

  /** Ends it as Ctrl-C does; resolves with the service's exit code or signal. */
  async end() {
    this.proxy?.restore();
    const exit = await this.program?.stop('SIGINT');
    await this.stop();
    return exit;
  }
}
