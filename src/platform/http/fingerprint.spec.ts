import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { canonicalJson } from '../kernel/canonical-json';
import { fingerprint } from './fingerprint';

test('returns the SHA-256 of the canonical JSON', async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.stringMatching(/^[a-z_]+$/), fc.jsonValue()), async (body) => {
      expect(await fingerprint(body)).toBe(createHash('sha256').update(canonicalJson(body)).digest('hex'));
    }),
  );
});
