import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';

test('exits with 1 without the speech kit, and prints how to install it', () => {
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    [resolve(__dirname, '../../examples/demo-phone.mjs')],
    { env: { ...process.env, SPEECH_KIT: tmpdir() }, encoding: 'utf8' },
  );
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr.trim().split('\n')).toContain('npm run speech-kit');
});
