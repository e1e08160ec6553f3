import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../../harness/free-port';
import { NodeDns } from '../../../src/sip/infrastructure/node-dns';
import { programAt } from './foreign';

/** Records `_sip._udp.NAME` and `_sip._tcp.NAME` whose target is this machine. */
export interface Srv {
  readonly name: string;
  readonly port: number;
  readonly priority: number;
  readonly weight: number;
}

/** dnsmasq, a foreign name server, with SRV records of a test. */
export class Dnsmasq {
  private constructor(
    private readonly child: ChildProcess,
    readonly dns: NodeDns,
  ) {}

  static async start(records: readonly Srv[]): Promise<Dnsmasq> {
    const port = await freePort();
    const words = [
      '--keep-in-foreground',
      '--conf-file=/dev/null',
      '--no-resolv',
      '--no-hosts',
      '--pid-file=',
      '--user=',
      `--port=${port}`,
      '--listen-address=127.0.0.1',
      '--bind-interfaces',
      '--log-facility=-',
      ...records.flatMap(({ name, port: own, priority, weight }) => [
        ...['udp', 'tcp'].map(
          (transport) =>
            `--srv-host=_sip._${transport}.${name},host${own}.${name},${own},${priority},${weight}`,
        ),
        `--address=/host${own}.${name}/127.0.0.1`,
      ]),
    ];
    const child = spawn(programAt('dnsmasq') ?? 'dnsmasq', words, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
    for (const end = Date.now() + 10_000; !output.includes('started');) {
      if (Date.now() > end || child.exitCode !== null) throw new Error(`dnsmasq did not start: ${output}`);
      await new Promise((wait) => setTimeout(wait, 20));
    }
    return new Dnsmasq(child, new NodeDns([`127.0.0.1:${port}`]));
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    await once(this.child, 'close');
  }
}
