import { readFile } from 'node:fs/promises';
import { DemoService } from '../lib/demo-service.mjs';
import { residentMb } from '../lib/process-figures.mjs';

/** The demo service with keys enough to send at any pace. */
export class FuzzedService extends DemoService {
  /** @type {string[]} */
  keys = [];

  static async start(keyCount) {
    const service = new FuzzedService('fuzz');
    await service.start();
    try {
      const [account] = await service.cli('account', 'list');
      service.keys = [service.demoKey, ...(await service.makeKeys(account.id, keyCount - 1))];
      return service;
    } catch (error) {
      await service.end();
      throw error;
    }
  }

  get address() {
    const { hostname, port } = new URL(this.url);
    return { host: hostname, port: Number(port) };
  }

  get alive() {
    return this.program?.running === true;
  }

  get output() {
    return this.program?.output ?? '';
  }

  /** Resident memory in MiB, where the system reports it. */
  memory() {
    return residentMb(this.program?.pid);
  }

  /** Open connections of the service, where the system reports them. */
  async connections() {
    const tables = await Promise.all(
      ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
    );
    const port = this.address.port.toString(16).toUpperCase().padStart(4, '0');
    const ESTABLISHED = '01';
    return tables
      .flatMap((table) => table.split('\n'))
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local, , state]) => local?.endsWith(`:${port}`) && state === ESTABLISHED).length;
  }
}
