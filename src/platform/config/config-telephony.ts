import { readFileSync } from 'node:fs';
import { type LiveConfig, readLive } from './config-live';
import {
  type Environment,
  hostName,
  isRange,
  origin,
  type Parser,
  port,
  read,
  wholeNumber,
} from './config-values';
import { StartupError } from '../startup-error';

/** PEM, as it was when the process began, and the files, which may change. */
interface TlsConfig {
  readonly port: number;
  readonly cert: string;
  readonly key: string;
  readonly certFile: string;
  readonly keyFile: string;
}

/** No port is open before the first enabled trunk exists. */
export interface TelephonyConfig {
  readonly sip: {
    readonly host: string;
    /** UDP and TCP; 0: any free one. */
    readonly port: number;
    /** `null`: TLS is used as a client only. */
    readonly tls: TlsConfig | null;
    /** IPv4 behind NAT, for peers outside `localNets`; null: the route's own address. */
    readonly publicAddress: string | null;
    readonly localNets: readonly string[];
  };
  /** `20000-20999`, or `0` for any free ports. */
  readonly rtpPorts: string;
  readonly mediaPort: number;
  /** The origin at which cloud carriers reach this process. `null`: PUBLIC_URL. */
  readonly mediaPublicUrl: string | null;
  readonly maxCalls: number;
  /** 0: no trace is stored. */
  readonly traceDays: number;
  readonly live: LiveConfig;
}

const LOCAL_NETS = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '127.0.0.0/8'];

/** `SIP_*`, `RTP_PORTS`, `MEDIA_*` and `TRACE_DAYS`. @throws StartupError */
export function readTelephony(env: Environment): TelephonyConfig {
  return {
    sip: {
      host: read(env, 'SIP_HOST', '0.0.0.0', ipv4Host),
      port: read(env, 'SIP_PORT', 5060, port),
      tls: readTls(env),
      publicAddress: read(env, 'SIP_PUBLIC_ADDRESS', null, ipv4),
      localNets: read(env, 'SIP_LOCAL_NETS', LOCAL_NETS, ipv4Ranges),
    },
    rtpPorts: read(env, 'RTP_PORTS', '20000-20999', portRange),
    mediaPort: read(env, 'MEDIA_PORT', 3080, port),
    mediaPublicUrl: read(env, 'MEDIA_PUBLIC_URL', null, origin),
    maxCalls: read(env, 'MEDIA_MAX_CALLS', 50, wholeNumber(1, 2_000)),
    traceDays: read(env, 'TRACE_DAYS', 7, wholeNumber(0, 90)),
    live: readLive(env),
  };
}

function readTls(env: Environment): TelephonyConfig['sip']['tls'] {
  const cert = read(env, 'SIP_TLS_CERT', null, pemFile);
  const key = read(env, 'SIP_TLS_KEY', null, pemFile);
  const tlsPort = read(env, 'SIP_TLS_PORT', 5061, port);
  if ((cert === null) !== (key === null)) {
    throw new StartupError('SIP_TLS_CERT and SIP_TLS_KEY must be set together, or neither.');
  }
  if (cert === null || key === null) return null;
  return { port: tlsPort, cert: cert.text, key: key.text, certFile: cert.path, keyFile: key.path };
}

const pemFile: Parser<{ readonly path: string; readonly text: string }> = (path) => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new Error('a file that this process can read');
  }
  if (!text.includes('-----BEGIN ')) throw new Error('a PEM file (-----BEGIN …)');
  return { path, text };
};

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;

function ipv4(value: string): string {
  if (!IPV4.test(value)) throw new Error('an IPv4 address, such as 203.0.113.7');
  return value;
}

/** SIP and RTP run over IPv4 only. */
const ipv4Host: Parser<string> = (value) => {
  if (value.includes(':')) throw new Error('an IPv4 address or a name of this machine, such as 0.0.0.0');
  return hostName(value);
};

function ipv4Ranges(value: string): readonly string[] {
  const items = value.split(',').map((item) => item.trim());
  if (!items.every((item) => isRange(item) && !item.includes(':'))) {
    throw new Error('a list of IPv4 ranges such as 10.0.0.0/8,192.168.0.0/16');
  }
  return items;
}

function portRange(value: string): string {
  if (value === '0') return value;
  const [first = NaN, last = NaN, ...more] = /^[\d-]+$/.test(value) ? value.split('-').map(Number) : [];
  const firstEven = first + (first % 2);
  const fits = first >= 1_024 && last <= 65_535 && firstEven < last && more.length === 0;
  if (!fits)
    throw new Error(
      'a range of ports from 1024 to 65535, such as 20000-20999 (an even port and the next at least), or 0 for any free ones',
    );
  return value;
}
