import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

interface Flood {
  readonly port: number;
  readonly method: 'REGISTER' | 'OPTIONS';
  readonly addresses: readonly string[];
  readonly perSecond: number;
  readonly seconds: number;
  readonly user: string;
}

/** Requests over UDP from a process of its own. */
export async function flood(options: Flood): Promise<{ readonly sent: number; readonly answered: number }> {
  const words = [join(__dirname, 'flood-sender.mjs'), JSON.stringify(options)];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  return JSON.parse(stdout) as { sent: number; answered: number };
}
