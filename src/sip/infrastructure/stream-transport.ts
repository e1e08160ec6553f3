import { type Server, type Socket, connect, createServer } from 'node:net';
import * as tls from 'node:tls';
import {
  type Flow,
  type Target,
  type TlsIdentity,
  type Transport,
  type TransportEvents,
  Unreachable,
} from '../domain/ports';
import { isIpv4 } from '../domain/uri';
import { InboundConnections } from './inbound-connections';
import { STREAM_LIMITS, StreamFlow, type StreamLimits, type StreamFlowOptions } from './stream-flow';

const CONNECT_TIMEOUT_MS = 4_000;
const MIN_TLS_VERSION = 'TLSv1.2';

export interface StreamListener {
  readonly host: string;
  readonly port: number;
  readonly certificate?: TlsIdentity;
}

/** Transports SIP over TCP or TLS, on connections of both directions, found by address and port. */
export class StreamTransport implements Transport {
  readonly #flows = new Map<string, StreamFlow>();
  readonly #opening = new Map<string, Promise<Flow>>();
  readonly #inbound: InboundConnections;
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;

  constructor(
    private readonly transport: 'tcp' | 'tls',
    private readonly events: TransportEvents,
    private readonly limits: StreamLimits = STREAM_LIMITS,
    private readonly connectMs = CONNECT_TIMEOUT_MS,
  ) {
    this.#inbound = new InboundConnections(events);
  }

  get port(): number | null {
    const address = this.#server?.address();
    return typeof address === 'object' ? (address?.port ?? null) : null;
  }

  /** @throws Error when the port is in use, or the certificate is invalid */
  async listen({ host, port, certificate }: StreamListener): Promise<void> {
    const accept = (socket: Socket): void => this.#onAccepted(socket);
    const server =
      certificate === undefined
        ? createServer(accept)
        : tls.createServer(
            { ...certificate, minVersion: MIN_TLS_VERSION, handshakeTimeout: this.connectMs },
            accept,
          );
    // Counted before the handshake, which strangers could leave open.
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      socket.on('error', () => socket.destroy());
      if (!this.#inbound.accept(socket)) socket.destroy();
    });
    server.on('tlsClientError', (_error: Error, socket: Socket) => {
      socket.destroy();
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, () => {
        server.off('error', reject);
        server.on('error', () => undefined);
        resolve();
      });
    });
    this.#server = server;
  }

  /** Sets the certificate of new connections. @throws Error when the key is not the certificate's */
  setCertificate(certificate: TlsIdentity): void {
    const server = this.#server;
    if (server instanceof tls.Server)
      server.setSecureContext({ ...certificate, minVersion: MIN_TLS_VERSION });
  }

  find(target: Target): Flow | undefined {
    // An inbound connection is identified by its address only.
    return this.#flows.get(keyOf(target)) ?? this.#flows.get(keyOf({ ...target, tls: undefined }));
  }

  open(target: Target): Promise<Flow> {
    const key = keyOf(target);
    const existing = this.find(target);
    if (existing?.open) return Promise.resolve(existing);
    if (target.registered)
      return Promise.reject(new Unreachable('closed', 'the phone closed its connection'));
    let opening = this.#opening.get(key);
    if (opening === undefined) {
      opening = this.#connect(target).finally(() => this.#opening.delete(key));
      this.#opening.set(key, opening);
    }
    return opening;
  }

  async close(): Promise<void> {
    const server = this.#server;
    const closed = new Promise<void>((resolve) => {
      if (server === null) resolve();
      else server.close(() => resolve());
    });
    for (const flow of this.#flows.values()) flow.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #connect(target: Target): Promise<Flow> {
    const { address, port } = target;
    return new Promise((resolve, reject) => {
      const socket = this.transport === 'tls' ? tlsSocket(target) : connect({ host: address, port });
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      const fail = (error: Unreachable): void => {
        clearTimeout(timer);
        socket.destroy();
        reject(error);
      };
      const timer = setTimeout(
        () => fail(new Unreachable('timeout', 'no connection within 4 s')),
        this.connectMs,
      );
      const failed = (error: NodeJS.ErrnoException): void => fail(unreachable(error));
      socket.once('error', failed);
      socket.once(this.transport === 'tls' ? 'secureConnect' : 'connect', () => {
        clearTimeout(timer);
        socket.off('error', failed);
        resolve(this.#add(socket, target));
      });
    });
  }

  #add(socket: Socket, target: Target, inbound = false): StreamFlow {
    const { address, port } = target;
    const local = { address: socket.localAddress ?? '127.0.0.1', port: this.port ?? socket.localPort ?? 0 };
    const parts: StreamFlowOptions = {
      transport: this.transport,
      remote: { address, port },
      local,
      inbound,
      onAdmitted: () => {
        if (inbound) this.#inbound.admit({ address, port });
      },
      ...(target.tls === undefined ? {} : { tls: target.tls }),
    };
    const flow = new StreamFlow(socket, parts, this.events, this.limits);
    const key = keyOf(target);
    this.#flows.set(key, flow);
    flow.onClosed(() => {
      if (this.#flows.get(key) === flow) this.#flows.delete(key);
    });
    return flow;
  }

  #onAccepted(socket: Socket): void {
    const { remoteAddress: address, remotePort: port } = socket;
    if (address === undefined || port === undefined || socket.destroyed) return;
    this.#add(socket, { transport: this.transport, address, port }, true);
  }
}

/** Other demands on the certificate need another connection. */
function keyOf({ address, port, tls: settings }: Omit<Target, 'registered'>): string {
  const demands = settings === undefined ? '' : JSON.stringify(settings);
  return `${address}:${port}:${demands}`;
}

function tlsSocket({ address, port, tls: settings }: Target): tls.TLSSocket {
  const names = [settings?.serverName ?? address, settings?.domain ?? []].flat();
  const servername = names.find((name) => !isIpv4(name));
  return tls.connect({
    host: address,
    port,
    minVersion: MIN_TLS_VERSION,
    ...(servername !== undefined && { servername }),
    ...settings?.identity,
    rejectUnauthorized: settings?.verify ?? true,
    ...(settings?.ca ? { ca: settings.ca } : {}),
    checkServerIdentity: (_host, certificate) => {
      const errors = names.map((name) => tls.checkServerIdentity(name, certificate));
      return errors.every((error) => error !== undefined) ? errors[0] : undefined;
    },
  });
}

function unreachable(error: NodeJS.ErrnoException): Unreachable {
  const code = error.code ?? '';
  if (code === 'ETIMEDOUT') return new Unreachable('timeout', 'no connection');
  if (/CERT|SELF_SIGNED|ISSUER|ALTNAME|TLS|SSL|UNABLE_TO/.test(code)) {
    const isHandshake = code.startsWith('ERR_SSL_');
    return new Unreachable(
      'certificate',
      `${isHandshake ? 'TLS failed' : 'the certificate was refused'}: ${code}`,
    );
  }
  const refused = code === 'ECONNREFUSED' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH';
  return new Unreachable(refused ? 'refused' : 'closed', code || error.message);
}
