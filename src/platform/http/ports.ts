import { createServer, type Server } from 'node:http';
import type { Config } from '../config/config';
import { StartupError } from '../startup-error';

function apiPorts({ port, metricsPort }: Pick<Config, 'port' | 'metricsPort'>): [string, number | null][] {
  return Object.entries({ PORT: port, METRICS_PORT: metricsPort });
}

/** Finds the variable of an API's port with this number: opened first, another use would stop the start. */
export function portTakerOf(config: Pick<Config, 'port' | 'metricsPort'>, port: number): string | null {
  return apiPorts(config).find(([, own]) => port !== 0 && own === port)?.[0] ?? null;
}

/** Checks early that the configured ports are free. @throws StartupError */
export async function checkPorts(config: Config): Promise<void> {
  for (const [variable, port] of apiPorts(config)) {
    if (port === null || port === 0) continue;
    const probe = createServer();
    await listenOn(probe, variable, port, config.host);
    await new Promise((closed) => probe.close(closed));
  }
}

/** @throws StartupError when the port is in use or not permitted */
export function listenOn(server: Server, variable: string, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOTFOUND' || error.code === 'EADDRNOTAVAIL') {
        reject(new StartupError(`HOST ${host} is no address of this machine: correct it, or leave it out.`));
        return;
      }
      const why =
        error.code === 'EADDRINUSE' ? 'is in use' : `cannot be listened on (${error.code ?? error.message})`;
      reject(
        new StartupError(
          `${variable} ${port} on ${host} ${why}: stop what uses it, or set ${variable} to another.`,
        ),
      );
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}
