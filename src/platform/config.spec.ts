import { readConfig } from './config';
import { StartupError } from './startup-error';

test('everything has a default; an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', DOCS: ' ' })).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    role: 'all',
    docs: true,
    demo: null,
    logFormat: null,
    simulatorSpeed: 1,
    drainMs: 15_000,
    webhookRetrySchedule: [60_000, 300_000, 1_800_000, 7_200_000, 21_600_000],
  });
});

test.each([
  ['SIMULATOR_SPEED', 'max', { simulatorSpeed: Infinity }],
  ['SIMULATOR_SPEED', '0.5', { simulatorSpeed: 0.5 }],
  ['WEBHOOK_RETRY_SCHEDULE', '50ms, 1.5s,2m', { webhookRetrySchedule: [50, 1_500, 120_000] }],
  ['LOG_FORMAT', 'json', { logFormat: 'json' }],
  ['TRUST_PROXY', '2', { trustProxy: 2 }],
  ['TRUST_PROXY', 'loopback,10.0.0.0/8', { trustProxy: ['loopback', '10.0.0.0/8'] }],
  ['PUBLIC_URL', 'https://calls.example.com/', { publicUrl: 'https://calls.example.com' }],
  [
    'S3_BUCKET',
    'talks',
    { s3: { endpoint: null, bucket: 'talks', region: 'us-east-1', credentials: null, prefix: '' } },
  ],
  ['WEBHOOK_ALLOW_CIDRS', '10.0.0.0/8,fd00::/8', { webhookAllowCidrs: ['10.0.0.0/8', 'fd00::/8'] }],
])('%s=%s is read', (name, value, expected) => {
  expect(readConfig({ [name]: value })).toMatchObject(expected);
});

test.each([
  ['PORT', '70000'],
  ['PORT', '3000x'],
  ['ROLE', 'everything'],
  ['DOCS', 'maybe'],
  ['DATABASE_URL', 'mysql://x'],
  ['REDIS_URL', 'localhost:6379'],
  ['SIMULATOR_SPEED', '0'],
  ['SIMULATOR_SPEED', 'fast'],
  ['WEBHOOK_RETRY_SCHEDULE', '1m,5'],
  ['WEBHOOK_RETRY_SCHEDULE', ','],
  ['WEBHOOK_ALLOW_CIDRS', '10.0.0.0/33'],
  ['SECRET_KEY', 'abc'],
  ['PUBLIC_URL', 'https://example.com/calls'],
  ['TRUST_PROXY', 'everybody'],
  ['DRAIN_SECONDS', '-1'],
  ['LOG_LEVEL', 'loud'],
  ['LOG_FORMAT', 'xml'],
  ['S3_BUCKET', 'a/b'],
  ['S3_ENDPOINT', 'localhost:9000'],
  ['LLM_URL', 'api.example.com'],
  ['LLM_API_KEY', 'two words'],
])('%s=%s stops the start with one line that names it', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(StartupError);
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}[^\\n]*must be [^\\n]+$`));
});

test('secrets are not repeated', () => {
  expect(() => readConfig({ SECRET_KEY: 'my-secret' })).toThrow(/^(?!.*my-secret)/);
  expect(() => readConfig({ DATABASE_URL: 'mysql://u:hunter2@h' })).toThrow(/^(?!.*hunter2)/);
  expect(() => readConfig({ LLM_API_KEY: 'sk hunter2' })).toThrow(/^(?!.*hunter2)/);
});

test.each(['api', 'worker'])(
  'ROLE=%s needs a shared database, a shared key and the origin of links',
  (ROLE) => {
    const DATABASE_URL = 'postgres://localhost/x';
    const SECRET_KEY = 'a'.repeat(64);
    expect(() => readConfig({ ROLE })).toThrow(/DATABASE_URL/);
    expect(() => readConfig({ ROLE, DATABASE_URL })).toThrow(/SECRET_KEY/);
    expect(() => readConfig({ ROLE, DATABASE_URL, SECRET_KEY })).toThrow(/PUBLIC_URL/);
    const PUBLIC_URL = 'https://calls.example.com';
    expect(readConfig({ ROLE, DATABASE_URL, SECRET_KEY, PUBLIC_URL })).toMatchObject({ role: ROLE });
  },
);

test('a bucket and a model are configured whole', () => {
  const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
  expect(readConfig({ S3_BUCKET: 'talks', S3_PREFIX: '/a/b/', ...keys }).s3).toMatchObject({
    prefix: 'a/b/',
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
  });
  expect(() => readConfig(keys)).toThrow(/^S3_BUCKET must be set/);
  expect(() => readConfig({ S3_BUCKET: 'talks', S3_ACCESS_KEY_ID: 'id' })).toThrow(/S3_SECRET_ACCESS_KEY/);
  const LLM_URL = 'http://127.0.0.1:11434/v1';
  expect(readConfig({ LLM_URL, LLM_MODEL: 'm' }).model).toEqual({ url: LLM_URL, apiKey: null, name: 'm' });
  expect(() => readConfig({ LLM_URL })).toThrow(/^LLM_MODEL must be set/);
  expect(() => readConfig({ LLM_MODEL: 'm' })).toThrow(/^LLM_URL must be set/);
  expect(() => readConfig({ LLM_API_KEY: 'k' })).toThrow(/^LLM_URL must be set/);
});
