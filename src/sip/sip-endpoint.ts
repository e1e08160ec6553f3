import type { UserAgentSettings } from './application/settings';
import { UserAgent, type UserAgentHooks } from './application/user-agent';
import { PRIVATE_NETWORKS } from './domain/networks';
import { RFC_TIMES, type Runtime, type TlsIdentity, type TransportEvents } from './domain/ports';
import { LocalAddresses } from './infrastructure/local-address';
import { nodeRuntime } from './infrastructure/node-runtime';
import { NodeDns } from './infrastructure/node-dns';
import { type Dns, Resolver } from './infrastructure/resolver';
import { StreamTransport } from './infrastructure/stream-transport';
import { UdpTransport } from './infrastructure/udp';

export interface SipEndpointOptions {
  readonly host: string;
  /** UDP and TCP; 0: any port that is free for both. */
  readonly port: number;
  /** Absent: TLS works only as a client. */
  readonly tls?: TlsIdentity & { readonly port: number };
  readonly settings?: Partial<UserAgentSettings>;
  readonly hooks: UserAgentHooks;
  /** Default: Node's own, without warnings. */
  readonly runtime?: Partial<Runtime>;
  readonly dns?: Dns;
}

export interface SipEndpoint {
  readonly userAgent: UserAgent;
  readonly resolver: Resolver;
  readonly port: number;
  readonly tlsPort: number | null;
  /** Sets the certificate of new connections. @throws Error when the key is not the certificate's */
  setCertificate(certificate: TlsIdentity): void;
}

/** The limit of attempts to find a port that is free for both UDP and TCP. */
const MAX_BIND_ATTEMPTS = 10;

/** @throws Error when a port is in use */
export async function openSipEndpoint(options: SipEndpointOptions): Promise<SipEndpoint> {
  const runtime = { ...nodeRuntime(() => undefined), ...options.runtime };
  const addresses = new LocalAddresses(options.host);
  let userAgent: UserAgent | null = null;
  const events: TransportEvents = {
    isKnown: (address) => userAgent?.knows(address) ?? options.hooks.known(address),
    onReceived: (octets, flow) => userAgent?.onReceived(octets, flow),
    onDropped: (reason, address) => options.hooks.onDropped?.(reason, address),
  };
  const { udp, tcp } = await listen(options, addresses, events);
  const tls = new StreamTransport('tls', events);
  if (options.tls !== undefined) {
    const { port, cert, key } = options.tls;
    try {
      await tls.listen({ host: options.host, port, certificate: { cert, key } });
    } catch (error) {
      await Promise.all([udp.close(), tcp.close()]);
      throw error;
    }
  }
  const resolver = new Resolver(
    () => runtime.random(),
    () => runtime.timers.now(),
    options.dns ?? new NodeDns(),
  );
  const settings: UserAgentSettings = {
    publicAddress: null,
    localNetworks: PRIVATE_NETWORKS,
    product: null,
    times: RFC_TIMES,
    silentMs: 4_000,
    ...options.settings,
  };
  userAgent = new UserAgent({
    runtime,
    settings,
    hooks: options.hooks,
    transports: { udp, tcp, tls },
    lookUp: (host, transport) => resolver.locate(host, transport),
  });
  return {
    userAgent,
    resolver,
    port: udp.port,
    tlsPort: tls.port,
    setCertificate: (own) => tls.setCertificate(own),
  };
}

async function listen(
  { host, port }: SipEndpointOptions,
  addresses: LocalAddresses,
  events: TransportEvents,
): Promise<{ udp: UdpTransport; tcp: StreamTransport }> {
  for (let tries = 1; ; tries++) {
    const udp = await UdpTransport.listen(host, port, addresses, events);
    const tcp = new StreamTransport('tcp', events);
    try {
      await tcp.listen({ host, port: udp.port });
      return { udp, tcp };
    } catch (error) {
      await udp.close();
      if (port !== 0 || tries === MAX_BIND_ATTEMPTS) throw error;
    }
  }
}
