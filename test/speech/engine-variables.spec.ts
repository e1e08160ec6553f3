import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLOUD_STT, CLOUD_TTS } from '../../src/platform/config/config-speech-servers';
import type { ServerVariables } from '../../src/shared-kernel/server-variables';

const PAGE = readFileSync(join(__dirname, '../../docs/telephony.md'), 'utf8');

const ENGINES: readonly (readonly [string, ServerVariables])[] = [
  ...Object.entries(CLOUD_STT),
  ...Object.entries(CLOUD_TTS),
];

test.each(ENGINES)('lists the variables of %s and their defaults in docs/telephony.md', (_, variables) => {
  const { key, url, model = [], region = [] } = variables;
  const names = [key, url[0], model[0], region[0]].filter((name) => name !== undefined);
  for (const name of names) expect(PAGE).toContain(`\`${name}\``);
  for (const usual of [url[1], model[1]]) if (usual != null) expect(PAGE).toContain(`(${usual})`);
});
