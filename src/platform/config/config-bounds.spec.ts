import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from './config';
import { StartupError } from '../startup-error';

test.each([
  ['PORT', '0', { port: 0 }],
  ['PORT', '65535', { port: 65_535 }],
  ['DRAIN_SECONDS', '0', { drainMs: 0 }],
  ['DRAIN_SECONDS', '86400', { drainMs: 86_400_000 }],
  ['RETENTION_DAYS', '1', { retentionDays: 1 }],
  ['RETENTION_DAYS', '36500', { retentionDays: 36_500 }],
  ['WEBHOOK_RETRY_SCHEDULE', '1ms, 720h', { webhookRetrySchedule: [1, 2_592_000_000] }],
  ['TRUST_PROXY', '0', { trustProxy: false }],
  ['TRUST_PROXY', 'loopback, 10.0.0.0/8', { trustProxy: ['loopback', '10.0.0.0/8'] }],
  ['WEBHOOK_ALLOW_CIDRS', '10.0.0.0/8, fd00::/8', { webhookAllowCidrs: ['10.0.0.0/8', 'fd00::/8'] }],
  ['WEBHOOK_ALLOW_HTTP', 'TRUE', { webhookAllowHttp: true }],
  ['CONSOLE', 'No', { console: false }],
  ['RTP_PORTS', '1024-1025', { telephony: { rtpPorts: '1024-1025' } }],
  ['RTP_PORTS', '65534-65535', { telephony: { rtpPorts: '65534-65535' } }],
  ['SIP_LOCAL_NETS', '10.0.0.0/8, 1.2.3.4', { telephony: { sip: { localNets: ['10.0.0.0/8', '1.2.3.4'] } } }],
  ['DATABASE_POOL', '100', { database: { poolSize: 100 } }],
  ['S3_PREFIX', '//', { s3: null }],
])('accepts %s=%s', (name, value, expected) => expect(readConfig({ [name]: value })).toMatchObject(expected));

test.each([
  ['PORT', '65536'],
  ['DRAIN_SECONDS', '86401'],
  ['RETENTION_DAYS', '0'],
  ['RETENTION_DAYS', '36501'],
  ['WEBHOOK_RETRY_SCHEDULE', '0.4ms'],
  ['WEBHOOK_RETRY_SCHEDULE', '721h'],
  ['WEBHOOK_RETRY_SCHEDULE', '1d'],
  ['TRUST_PROXY', '100'],
  ['HOST', 'two words'],
  ['PUBLIC_URL', 'https://example.com?a=b'],
  ['PUBLIC_URL', 'https://example.com#a'],
  ['PUBLIC_URL', 'https://desk@example.com'],
  ['RTP_PORTS', '1023-1030'],
  ['RTP_PORTS', '65000-65536'],
  ['RTP_PORTS', '20000-20001-20002'],
  ['RTP_PORTS', '0x5000-0x5fff'],
  ['STT_ENGINES', 'local,whisper'],
  ['STT_LANGUAGES', 'en,all'],
  ['DATABASE_POOL', '101'],
])('refuses %s=%s', (name, value) =>
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}[^\\n]*must be [^\\n]+$`)),
);

test.each([
  [{ METRICS_PORT: '3000' }, 'METRICS_PORT is PORT (3000): set another, or leave it out.'],
  [{ PORT: '9', METRICS_PORT: '9' }, 'METRICS_PORT is PORT (9): set another, or leave it out.'],
  [
    { DATABASE_DIRECT_URL: 'postgres://h/d' },
    'DATABASE_DIRECT_URL needs DATABASE_URL: the embedded database has no pooler.',
  ],
  [
    { DATABASE_POOLING: 'transaction' },
    'DATABASE_POOLING=transaction needs DATABASE_URL: the embedded database has no pooler.',
  ],
  [
    { S3_ENDPOINT: 'http://127.0.0.1:9' },
    'S3_BUCKET must be set when other S3_ variables are: it names the bucket.',
  ],
  [{ S3_SECRET_ACCESS_KEY: 'x' }, 'S3_BUCKET must be set when other S3_ variables are: it names the bucket.'],
  [
    { S3_BUCKET: 'talks', S3_SECRET_ACCESS_KEY: 'x' },
    'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together, or neither.',
  ],
])('refuses %j', (environment, problem) =>
  expect(() => readConfig(environment)).toThrow(new StartupError(problem)),
);

test('lets the system choose both ports', () =>
  expect(readConfig({ PORT: '0', METRICS_PORT: '0' })).toMatchObject({ port: 0, metricsPort: 0 }));

test('reads the languages of a server whatever their case', () => {
  const languages = (STT_LANGUAGES: string) =>
    readConfig({ STT_URL: 'http://127.0.0.1:9', STT_LANGUAGES }).speech.openAiStt?.languages;
  expect(languages('EN, hi')).toEqual(['en', 'hi']);
  expect(languages('ALL')).toBeNull();
});

test.each([
  ['LLM_URL', 'ftp://desk:hunter2@example.com'],
  ['S3_ENDPOINT', 'ftp://desk:hunter2@example.com'],
  ['REDIS_URL', 'http://:hunter2@example.com'],
  ['SMTP_URL', 'smtp://desk:hunter2@example.com?from=desk'],
  ['SECRET_KEY', 'hunter2'],
  ['SECRET_KEY_PREVIOUS', 'hunter2'],
  ['DATABASE_URL', 'mysql://desk:hunter2@example.com'],
  ['LLM_API_KEY', 'sk hunter2'],
  ['PUBLIC_URL', 'https://desk:hunter2@example.com'],
  ['PUBLIC_URL', 'desk:hunter2@example.com'],
  ['STT_URL', 'ftp://desk:hunter2@example.com'],
])('repeats no part of %s', (name, value) =>
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must be (?!.*hunter2)`)),
);

test('refuses a certificate that is no PEM file', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'aics-config-')), 'sip.der');
  writeFileSync(file, 'MIIB');
  expect(() => readConfig({ SIP_TLS_CERT: file, SIP_TLS_KEY: file })).toThrow(/must be a PEM file/);
});
