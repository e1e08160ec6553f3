import { cpSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePort } from '../lib/free-port.mjs';
import { DIST, ROOT } from '../lib/paths.mjs';
import { startSpeechServer } from '../lib/speech-server.mjs';
import { READY, ServiceDriver } from '../lib/service-driver.mjs';

/** PostgreSQL behind a proxy, one api, one worker, and processes that hold real calls; on a copy of the build. */
export class MediaDriver extends ServiceDriver {
  /** Each with its origin for carriers. @type {(import('../lib/program.mjs').Program & {carrierOrigin: string})[]} */
  media = [];
  #origin = '';
  /** @type {Awaited<ReturnType<typeof startSpeechServer>> | undefined} */
  #speech;

  /** @param {{dist?: string}} options */
  constructor({ dist = DIST }) {
    super('chaos-media');
    this.dist = join(this.folder, 'build', 'dist');
    cpSync(resolve(ROOT, dist), this.dist, { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(this.folder, 'build', 'node_modules'));
  }

  async start() {
    this.#speech = await startSpeechServer();
    await this.startDatabase({ proxied: true });
    const port = await freePort();
    this.#origin = `http://127.0.0.1:${port}`;
    await this.runService({ ...this.#environment('api'), PORT: String(port) }).said(READY);
    await this.runService(this.#environment('worker')).said(READY);
  }

  get origins() {
    return [this.#origin];
  }

  /** One more process that holds real calls, once it is ready. */
  async addMedia() {
    const port = await freePort();
    const carrierOrigin = `http://127.0.0.1:${port}`;
    const program = this.runService({
      ...this.#environment('media'),
      MEDIA_PORT: String(port),
      MEDIA_PUBLIC_URL: carrierOrigin,
    });
    await program.said(READY);
    this.media.push(Object.assign(program, { carrierOrigin }));
    return program;
  }

  /** @override */
  async stop(options) {
    await super.stop(options);
    this.#speech?.close();
  }

  #environment(role) {
    return this.environment({
      ROLE: role,
      PUBLIC_URL: 'http://127.0.0.1:3000',
      LOG_LEVEL: 'warn',
      SIP_HOST: '127.0.0.1',
      SIP_PORT: '0',
      RTP_PORTS: '0',
      MEDIA_MAX_CALLS: '200',
      ...this.#speech?.environment,
    });
  }
}
