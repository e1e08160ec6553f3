import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Installs the offline speech kit: speech-kit/, or the folder of SPEECH_KIT, which has a package.json as that one. The
 * runtime comes with programs for six systems, 200 MB; all but this machine's are removed again.
 */
const FOLDER = process.env.SPEECH_KIT || fileURLToPath(new URL('../speech-kit', import.meta.url));
const PROGRAMS = join(FOLDER, 'node_modules', 'onnxruntime-node', 'bin', 'napi-v6');

try {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  execFileSync(npm, ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: FOLDER, stdio: 'inherit' });
} catch {
  console.error(`The speech kit could not be installed in ${FOLDER}: see npm's words above.`);
  process.exit(1);
}
for (const system of readdirSync(PROGRAMS)) {
  for (const processor of readdirSync(join(PROGRAMS, system))) {
    const isOurs = system === process.platform && processor === process.arch;
    if (!isOurs) rmSync(join(PROGRAMS, system, processor), { recursive: true });
  }
}
console.log(`The speech kit is in ${FOLDER}. A service that runs finds it at its next start.`);
