import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolved } from '../lib/openapi.mjs';
import { requests } from './requests.mjs';

/**
 * Writes the examples that Specmatic sends, each with the status that it must be answered with: those of `requests`, and
 * of every operation with a key those that any of them refuses.
 */
export function writeExamples(folder, document, world, wanted = /^/) {
  mkdirSync(folder);
  let count = 0;
  for (const [operation, own] of Object.entries(requests(world))) {
    const [method, template] = operation.split(' ');
    const keyed = template.startsWith('/v1/');
    const byStatus = keyed ? merged(own, refused(template, own, world)) : own;
    for (const [status, list] of Object.entries(byStatus)) {
      if (!wanted.test(status)) continue;
      for (const { path, query, headers, body, key } of list) {
        // What is read is read with both ways to authorise, the rest with one or the other.
        const bothWays = keyed && method === 'GET' && status === '200';
        for (let way = 0; way < (bothWays ? 2 : 1); way++) {
          count++;
          const sent = key ?? world.keys[count % world.keys.length];
          const example = {
            'http-request': {
              method,
              path: template.replace(/\{[^{}]*\}/, path),
              headers: {
                ...(body && { 'Content-Type': 'application/json' }),
                ...headers,
                ...(keyed && keyIn(sent, count)),
              },
              ...(query && { query }),
              ...(body && { body }),
            },
            'http-response': answer(document, { method, template, status }),
          };
          writeFileSync(join(folder, `${String(count).padStart(4, '0')}.json`), JSON.stringify(example));
        }
      }
    }
  }
  return count;
}

function keyIn(key, count) {
  return count % 2 ? { 'X-API-Key': key } : { Authorization: `Bearer ${key}` };
}

function refused(template, own, world) {
  const [[sample]] = Object.values(own);
  const narrow = template.startsWith('/v1/webhook') ? world.readOnly : world.webhookOnly;
  return {
    // More than the 16 KiB that headers may have: Specmatic sends no query parameter that the document does not know.
    400: [{ ...sample, key: 'x'.repeat(20_000) }],
    401: [{ ...sample, key: 'aics_unknown' }],
    403: [
      { ...sample, key: narrow },
      { ...sample, key: world.otherProduct },
    ],
    429: [{ ...sample, key: world.spent }],
    503: [sample],
  };
}

function merged(one, other) {
  const statuses = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries(
    [...statuses].map((status) => [status, [...(one[status] ?? []), ...(other[status] ?? [])]]),
  );
}

/** The document's own example: Specmatic holds it before the schema too, not before the answer. */
function answer(document, { method, template, status }) {
  const { content } = resolved(document, document.paths[template][method.toLowerCase()].responses[status]);
  const [[type, { schema, example, examples = {} }]] = Object.entries(content);
  const body =
    type === 'audio/wav'
      ? 'RIFF'
      : (example ??
        resolved(document, Object.values(examples)[0])?.value ??
        resolved(document, schema).examples[0]);
  return { status: Number(status), headers: { 'Content-Type': type }, body };
}
