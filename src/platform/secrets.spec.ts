import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSecretKey } from './secret-key';
import { SecretBox } from './secrets';
import { StartupError } from './startup-error';

describe('SecretBox', () => {
  const key = randomBytes(32);
  const box = new SecretBox(key);

  test('decrypts what it encrypted, and shows nothing of it', () => {
    const sealed = box.seal('whsec_ä', 'webhook acct_1');
    expect(sealed).toMatch(/^v1\.[0-9a-f]{16}\.[A-Za-z0-9_-]+$/);
    expect(sealed.startsWith(box.prefix)).toBe(true);
    expect(box.open(sealed, 'webhook acct_1')).toBe('whsec_ä');
    expect(new SecretBox(key).open(sealed, 'webhook acct_1')).toBe('whsec_ä');
    expect(box.seal('whsec_ä', 'webhook acct_1')).not.toBe(sealed);
  });

  test('decrypts nothing for another context, with another key, or that was changed', () => {
    const sealed = box.seal('secret', 'webhook acct_1');
    const [version = '', fingerprint = '', data = ''] = sealed.split('.');
    const changed = Buffer.from(data, 'base64url');
    changed.writeUInt8(changed.readUInt8(14) ^ 1, 14);
    expect(() => box.open(sealed, 'webhook acct_2')).toThrow();
    expect(() => new SecretBox(randomBytes(32)).open(sealed, 'webhook acct_1')).toThrow('another SECRET_KEY');
    expect(() =>
      box.open(`${version}.${fingerprint}.${changed.toString('base64url')}`, 'webhook acct_1'),
    ).toThrow();
    expect(() => box.open(`v2.${fingerprint}.${data}`, 'webhook acct_1')).toThrow();
    for (const text of ['', 'secret', box.prefix, `${box.prefix}AAAA`]) {
      expect(() => box.open(text, 'webhook acct_1')).toThrow();
    }
  });

  test('decrypts with the previous key, and encrypts with the current one', () => {
    const sealed = box.seal('secret', 'c');
    const next = new SecretBox(randomBytes(32), key);
    expect(next.open(sealed, 'c')).toBe('secret');
    expect(next.previousFingerprint).toBe(box.fingerprint);
    expect(next.seal('secret', 'c').startsWith(next.prefix)).toBe(true);
    expect(next.prefix).not.toBe(box.prefix);
    expect(new SecretBox(key, key).previousFingerprint).toBeNull();
  });
});

describe('the secret key', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'aics-key-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  test('is SECRET_KEY when that is set', async () => {
    const secretKey = 'ab'.repeat(32);
    expect((await loadSecretKey({ secretKey, dataDir })).toString('hex')).toBe(secretKey);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test('is generated once otherwise, below the data folder, for its owner alone', async () => {
    const folder = join(dataDir, 'not', 'there', 'yet');
    const keys = await Promise.all(
      Array.from({ length: 8 }, () => loadSecretKey({ secretKey: null, dataDir: folder })),
    );
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
    expect(keys[0]).toHaveLength(32);
    expect(readdirSync(folder)).toEqual(['secret.key']);
    expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, 'secret.key'), 'utf8').trim()).toBe(keys[0]?.toString('hex'));
  });

  test('refuses a file without a key, or an unreadable one, at the start with a message', async () => {
    writeFileSync(join(dataDir, 'secret.key'), 'not a key\n');
    await expect(loadSecretKey({ secretKey: null, dataDir })).rejects.toThrow(StartupError);
    await expect(loadSecretKey({ secretKey: null, dataDir })).rejects.toThrow('does not hold 64 hex digits');
    const file = join(dataDir, 'file');
    writeFileSync(file, '');
    await expect(loadSecretKey({ secretKey: null, dataDir: file })).rejects.toThrow(/cannot be used \(E/);
  });
});
