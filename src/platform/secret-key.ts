import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { UnitOfWork } from './database/unit-of-work';
import type { Config } from './config/config';
import type { SecretBox } from './secrets';
import { StartupError } from './startup-error';

const KEY_FILE = 'secret.key';

/** SECRET_KEY, or one generated once and stored below DATA_DIR, readable only by its owner. @throws StartupError */
export async function loadSecretKey({
  secretKey,
  dataDir,
}: Pick<Config, 'secretKey' | 'dataDir'>): Promise<Buffer> {
  if (secretKey !== null) return Buffer.from(secretKey, 'hex');
  const path = join(dataDir, KEY_FILE);
  try {
    return keyOf((await readStored(path)) ?? (await createStored(dataDir, path)), path);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new StartupError(
      `The key file ${path} cannot be used (${code}): make it readable, or set SECRET_KEY.`,
    );
  }
}

/** @throws StartupError when secrets may be stored that neither SECRET_KEY nor SECRET_KEY_PREVIOUS encrypted */
export async function checkSecretKey(unitOfWork: UnitOfWork, box: SecretBox): Promise<void> {
  await unitOfWork.run(async () => {
    // When two processes start first with different keys, one must be refused.
    await unitOfWork.affected('LOCK TABLE secret_keys IN SHARE ROW EXCLUSIVE MODE');
    const stored = await unitOfWork.rows<{ fingerprint: string }>('SELECT fingerprint FROM secret_keys');
    const known = [box.fingerprint, box.previousFingerprint];
    if (stored.some(({ fingerprint }) => !known.includes(fingerprint))) {
      throw new StartupError(
        "SECRET_KEY is not the key that this database's secrets are encrypted with: set the right one " +
          `(without SECRET_KEY it is kept in the file ${KEY_FILE} below DATA_DIR). To change keys, set SECRET_KEY ` +
          'to the new one and SECRET_KEY_PREVIOUS to the old one.',
      );
    }
    await unitOfWork.affected('INSERT INTO secret_keys VALUES ($1) ON CONFLICT DO NOTHING', [
      box.fingerprint,
    ]);
  });
}

/** Nothing stored uses SECRET_KEY_PREVIOUS any more, so it may be removed. */
export async function retirePreviousKey(unitOfWork: UnitOfWork, box: SecretBox): Promise<void> {
  await unitOfWork.affected('DELETE FROM secret_keys WHERE fingerprint = $1', [box.previousFingerprint]);
}

function keyOf(text: string, path: string): Buffer {
  if (!/^[0-9a-f]{64}$/i.test(text.trim())) {
    throw new StartupError(
      `The key file ${path} does not hold 64 hex digits: restore it, or set SECRET_KEY.`,
    );
  }
  return Buffer.from(text.trim(), 'hex');
}

async function readStored(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Atomic: two concurrent processes both use the first one's key. */
async function createStored(dataDir: string, path: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${randomBytes(32).toString('hex')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
  return readFile(path, 'utf8');
}
