import { existsSync, statSync } from 'node:fs';
import {
  mailServer,
  type ModelConfig,
  readModel,
  readS3,
  redisServer,
  type S3Config,
} from './config-outside';
import { type DatabaseConfig, databaseUrlOf, readDatabase } from './config-database';
import { readSpeech, type SpeechConfig } from './config-speech';
import { readTelephony, type TelephonyConfig } from './config-telephony';
import {
  type Environment,
  flag,
  hostName,
  isRange,
  oneOf,
  origin,
  port,
  ranges,
  read,
  SecretProblem,
  wholeNumber,
} from './config-values';
import { StartupError } from '../startup-error';
import { own } from '../kernel/own';
import { DAY_MS, HOUR_MS, MINUTE_MS, DAY_SECONDS } from '../kernel/time/durations';

const ROLES = {
  api: { api: true, work: false, media: false },
  worker: { api: false, work: true, media: false },
  media: { api: false, work: false, media: true },
  all: { api: true, work: true, media: true },
};

type Role = keyof typeof ROLES;

/** Between the attempts of a delivery: 1 min, 5 min, 30 min, 2 h, 6 h. */
const WEBHOOK_RETRY_DELAYS_MS: readonly number[] = [60_000, 300_000, 1_800_000, 7_200_000, 21_600_000];

/** Durations are milliseconds. */
export abstract class Config {
  abstract readonly port: number;
  abstract readonly host: string;
  /** null: /metrics is served on `port`. */
  abstract readonly metricsPort: number | null;
  abstract readonly docs: boolean;
  abstract readonly console: boolean;
  /** The MCP server at /mcp. */
  abstract readonly mcp: boolean;
  /** MCP hides tools that act. */
  abstract readonly mcpReadOnly: boolean;
  /** null means a demo account on the embedded database only. */
  abstract readonly demo: boolean | null;
  /** Proxies in front: a number of hops or address ranges; false means none. */
  abstract readonly trustProxy: false | number | readonly string[];
  /** Origin of links; null means from host and port, for the role `all` only. */
  abstract readonly publicUrl: string | null;
  abstract readonly dataDir: string;
  /** `null`: the embedded PostgreSQL below `dataDir`. */
  abstract readonly databaseUrl: string | null;
  abstract readonly database: DatabaseConfig;
  /** `null`: the queues are in PostgreSQL. */
  abstract readonly redisUrl: string | null;
  /** False: this process dials nothing, refuses calls and sends no events and welcome e-mails. */
  abstract readonly dispatch: boolean;
  abstract readonly role: Role;
  abstract readonly does: { readonly api: boolean; readonly work: boolean; readonly media: boolean };
  abstract readonly logLevel: string;
  /** `null`: text in a terminal, JSON elsewhere. */
  abstract readonly logFormat: 'json' | 'text' | null;
  /** Divides every wait of the simulated network; Infinity for `max`. */
  abstract readonly simulatorSpeed: number;
  abstract readonly webhookRetrySchedule: readonly number[];
  abstract readonly webhookAllowCidrs: readonly string[];
  abstract readonly webhookAllowHttp: boolean;
  /** Addresses that tools may reach beyond public ones over https. */
  abstract readonly toolsAllowCidrs: readonly string[];
  abstract readonly toolsAllowHttp: boolean;
  /** 32 bytes as hex; null means generated and stored below `dataDir`. */
  abstract readonly secretKey: string | null;
  abstract readonly secretKeyPrevious: string | null;
  /** The mail server; null means that e-mail is written below `dataDir`. */
  abstract readonly smtpUrl: string | null;
  /** `null`: recordings are stored below `dataDir`. */
  abstract readonly s3: S3Config | null;
  /** Runs and analyzes talks. `null`: both are done offline. */
  abstract readonly model: ModelConfig | null;
  /** Replies are requested before a turn is certainly over. */
  abstract readonly speculation: boolean;
  abstract readonly telephony: TelephonyConfig;
  abstract readonly speech: SpeechConfig;
  abstract readonly drainMs: number;
  /** Transcripts, timelines and deliveries are removed after this time. `null`: never. */
  abstract readonly retentionDays: number | null;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const UNIT_MS: Record<string, number> = { ms: 1, s: 1_000, m: MINUTE_MS, h: HOUR_MS };
const MAX_DURATION_MS = 30 * DAY_MS;

/** Reads and validates the environment; nothing else reads it. @throws StartupError that repeats no secret */
export function readConfig(env: Environment): Config {
  const role = read<Role, Role>(env, 'ROLE', 'all', oneOf(Object.keys(ROLES) as Role[]));
  const databaseUrl = read(env, 'DATABASE_URL', null, databaseUrlOf);
  const secretKey = read(env, 'SECRET_KEY', null, secretKeyOf);
  const publicUrl = read(env, 'PUBLIC_URL', null, origin);
  requireShared(role, { databaseUrl, secretKey, publicUrl });
  const apiPort = read(env, 'PORT', 3000, port);
  const metricsPort = read(env, 'METRICS_PORT', null, port);
  if (metricsPort !== null && metricsPort === apiPort && apiPort !== 0) {
    throw new StartupError(`METRICS_PORT is PORT (${apiPort}): set another, or leave it out.`);
  }
  return {
    role,
    does: ROLES[role],
    dispatch: read(env, 'DISPATCH', true, flag),
    databaseUrl,
    database: readDatabase(env, databaseUrl),
    secretKey,
    secretKeyPrevious: read(env, 'SECRET_KEY_PREVIOUS', null, secretKeyOf),
    port: apiPort,
    host: read(env, 'HOST', '127.0.0.1', hostName),
    metricsPort,
    docs: read(env, 'DOCS', true, flag),
    console: read(env, 'CONSOLE', true, flag),
    mcp: read(env, 'MCP', true, flag),
    mcpReadOnly: read(env, 'MCP_READ_ONLY', false, flag),
    demo: read(env, 'DEMO', null, flag),
    trustProxy: read(env, 'TRUST_PROXY', false, trustProxy),
    publicUrl,
    dataDir: read(env, 'DATA_DIR', './data', folder),
    redisUrl: read(env, 'REDIS_URL', null, redisServer),
    logLevel: read(env, 'LOG_LEVEL', 'info', oneOf(LOG_LEVELS)),
    logFormat: read(env, 'LOG_FORMAT', null, oneOf<'json' | 'text'>(['json', 'text'])),
    simulatorSpeed: read(env, 'SIMULATOR_SPEED', 1, speed),
    webhookRetrySchedule: read(env, 'WEBHOOK_RETRY_SCHEDULE', WEBHOOK_RETRY_DELAYS_MS, durations),
    webhookAllowCidrs: read(env, 'WEBHOOK_ALLOW_CIDRS', [], ranges),
    webhookAllowHttp: read(env, 'WEBHOOK_ALLOW_HTTP', false, flag),
    toolsAllowCidrs: read(env, 'TOOLS_ALLOW_CIDRS', [], ranges),
    toolsAllowHttp: read(env, 'TOOLS_ALLOW_HTTP', false, flag),
    smtpUrl: read(env, 'SMTP_URL', null, mailServer),
    s3: readS3(env),
    model: readModel(env),
    speculation: read(env, 'LLM_SPECULATION', true, flag),
    telephony: readTelephony(env),
    speech: readSpeech(env),
    retentionDays: read(env, 'RETENTION_DAYS', null, wholeNumber(1, 36_500)),
    drainMs: read(env, 'DRAIN_SECONDS', 15, wholeNumber(0, DAY_SECONDS)) * 1_000,
  };
}

/** @throws StartupError when a process of several lacks what they share */
function requireShared(
  role: Role,
  { databaseUrl, secretKey, publicUrl }: Pick<Config, 'databaseUrl' | 'secretKey' | 'publicUrl'>,
): void {
  if (role === 'all') return;
  if (databaseUrl === null) {
    throw new StartupError(
      `ROLE=${role} needs DATABASE_URL: processes that share the work share a PostgreSQL server.`,
    );
  }
  if (secretKey === null) {
    throw new StartupError(
      `ROLE=${role} needs SECRET_KEY: all processes must encrypt with the same key (64 hex digits, e.g. from: openssl rand -hex 32).`,
    );
  }
  if (role !== 'media' && publicUrl === null) {
    throw new StartupError(
      `ROLE=${role} needs PUBLIC_URL: links that any process makes lead to the API (its origin, such as https://calls.example.com).`,
    );
  }
}

/** A missing one is made when it is needed. */
function folder(value: string): string {
  if (existsSync(value) && !statSync(value).isDirectory()) throw new Error('a folder');
  return value;
}

function speed(value: string): number {
  if (value === 'max') return Infinity;
  const number = Number(value);
  if (!/^\d+(\.\d+)?$/.test(value) || number <= 0) {
    throw new Error('a number above 0 (1 = real time, 100 = a hundred times faster) or max');
  }
  return number;
}

function durations(value: string): number[] {
  return value.split(',').map((item) => duration(item.trim()));
}

function duration(value: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(value);
  const ms = match ? Math.round(Number(match[1]) * (own(UNIT_MS, match[2] ?? '') ?? NaN)) : NaN;
  if (!(ms >= 1 && ms <= MAX_DURATION_MS)) {
    throw new Error('a list of waits with ms, s, m or h, each at most 30 days, such as 1m,5m,30m,2h,6h');
  }
  return ms;
}

function secretKeyOf(value: string): string {
  if (!/^[0-9a-fA-F]{64}$/.test(value)) {
    throw new SecretProblem('64 hex digits (for example from: openssl rand -hex 32)');
  }
  return value;
}

function trustProxy(value: string): Config['trustProxy'] {
  if (/^\d{1,2}$/.test(value)) return Number(value) === 0 ? false : Number(value);
  const items = value.split(',').map((item) => item.trim());
  const named = ['loopback', 'linklocal', 'uniquelocal'];
  const bad = items.find((item) => !named.includes(item) && !isRange(item));
  if (bad !== undefined) {
    throw new Error(`a number of proxies, or their addresses and ranges (10.0.0.0/8,${named.join(',')})`);
  }
  return items;
}
