import { HEADERS, MALFORMED, METHODS, Raw, VALUES, WIRE } from './hostile.mjs';

/**
 * A request is { method, path, query, headers, body }: `query` a list of [name, raw text], `headers` lines, `body` a JSON
 * value, a Buffer, or undefined. A mutation changes one, or returns bytes that are no such request.
 */
const MUTATIONS = {
  asItIs: () => undefined,
  leaf: (request, random) => replaceOne(request, random, () => random.pick(VALUES)()),
  top: (request, random) => {
    request.body = random.pick(VALUES)();
  },
  unknownKey: (request, random) => {
    const name = random.pick([
      'colour',
      '__proto__',
      'constructor',
      'id',
      'object',
      'status',
      '',
      'a.b',
      '\0',
    ]);
    request.body = new Raw(
      `${json(asObject(request.body)).replace(/\}$/, '')}${isEmpty(request.body) ? '' : ','}${JSON.stringify(name)}:${json(random.pick(VALUES)())}}`,
    );
  },
  missingKey: (request, random) => {
    const keys = Object.keys(asObject(request.body));
    if (keys.length > 0) delete request.body[random.pick(keys)];
  },
  doubledKeys: (request) => {
    const text = json(asObject(request.body));
    request.body = new Raw(isEmpty(request.body) ? '{"a":1,"a":1}' : `${text.slice(0, -1)},${text.slice(1)}`);
  },
  brokenJson: (request, random) => {
    const { body = {} } = request;
    const text = Buffer.isBuffer(body) ? body : Buffer.from(json(body));
    const at = random.below(text.length + 1);
    request.body = random.pick([
      text.subarray(0, at),
      Buffer.concat([text.subarray(0, at), Buffer.from([0xff, 0xfe, 0xc0]), text.subarray(at)]),
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), text]),
      Buffer.concat([text, text]),
      Buffer.from(text.toString(), 'utf16le'),
      Buffer.alloc(1_048_577, 0x20),
      Buffer.alloc(0),
    ]);
  },
  query: (request, random) => {
    const names = [...request.known, '__proto__', 'a[b]', 'limit[]', 'starting_after', '%', '%00', ''];
    const name = random.pick(names);
    request.query.push([name, random.pick(WIRE)]);
    if (random.below(4) === 0) request.query.push([name, random.pick(WIRE)]);
  },
  rawQuery: (request, random) => {
    request.query = [[random.pick(['%', '&&&', '=', '??', '#', 'a', '%ff=%ff', 'limit', 'limit=1&limit'])]];
  },
  path: (request, random) => {
    const parts = request.path.split('/');
    const at = Math.max(
      1,
      request.idAt > 0 && random.below(3) > 0 ? request.idAt : random.below(parts.length),
    );
    parts[at] = random.pick(WIRE);
    request.path = parts.join('/') + random.pick(['', '', '', '/', '//', ';x=1', '.json', '%2f']);
  },
  method: (request, random) => {
    request.method = random.pick(METHODS);
  },
  header: (request, random) => {
    const line = random.pick(HEADERS);
    const name = line.split(':')[0].toLowerCase();
    // Beside the right one, or instead of it.
    if (random.below(2) === 0)
      request.headers = request.headers.filter((own) => !own.toLowerCase().startsWith(`${name}:`));
    request.headers.push(line);
  },
  noKey: (request) => {
    request.headers = request.headers.filter((line) => !/^x-api-key:/i.test(line));
  },
  malformed: (request, random) => Buffer.from(random.pick(MALFORMED), 'latin1'),
};

/** How often each is chosen. */
const WEIGHTS = {
  asItIs: 4,
  leaf: 30,
  top: 4,
  unknownKey: 6,
  missingKey: 3,
  doubledKeys: 2,
  brokenJson: 6,
  query: 12,
  rawQuery: 2,
  path: 12,
  method: 6,
  header: 12,
  noKey: 1,
  malformed: 3,
};
const DRAWN = Object.entries(WEIGHTS).flatMap(([name, weight]) => Array.from({ length: weight }, () => name));

/** One hostile request made from a valid one: its bytes, and which mutations made it. */
export function mutated(valid, random) {
  const request = globalThis.structuredClone(valid);
  const names = Array.from({ length: 1 + random.below(2) }, () => random.pick(DRAWN));
  for (const name of names) {
    const bytes = MUTATIONS[name](request, random);
    if (bytes) return { names: [name], bytes, method: 'none', path: '' };
  }
  return { names, ...written(request) };
}

function written({ method, path, query, headers, body }) {
  const text = query.map(([name, value]) => (value === undefined ? name : `${name}=${value}`)).join('&');
  const target = query.length > 0 ? `${path}?${text}` : path;
  const bytes = body === undefined ? Buffer.alloc(0) : Buffer.isBuffer(body) ? body : Buffer.from(json(body));
  const lines = [`${method} ${target} HTTP/1.1`, ...headers, 'Connection: close'];
  const framed = headers.some((line) => /^(content-length|transfer-encoding):/i.test(line));
  if (!framed && (bytes.length > 0 || method !== 'GET')) lines.push(`Content-Length: ${bytes.length}`);
  return {
    method,
    path,
    bytes: Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), bytes]),
  };
}

/** JSON.stringify that lets raw text through. */
function json(value) {
  if (value instanceof Raw) return value.text;
  if (Array.isArray(value)) return `[${value.map(json).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, item]) => `${JSON.stringify(name)}:${json(item)}`)
    .join(',')}}`;
}

function asObject(body) {
  const plain = typeof body === 'object' && body !== null && !Array.isArray(body) && !Buffer.isBuffer(body);
  return plain && !(body instanceof Raw) ? body : {};
}

const isEmpty = (body) => Object.keys(asObject(body)).length === 0;

/** Replaces one place of the body, however deep, or a field that the body could have. */
function replaceOne(request, random, value) {
  const places = [];
  const walk = (holder) => {
    for (const name of Object.keys(holder)) {
      places.push([holder, name]);
      if (typeof holder[name] === 'object' && holder[name] !== null && !(holder[name] instanceof Raw))
        walk(holder[name]);
    }
  };
  request.body = asObject(request.body);
  walk(request.body);
  for (const name of request.fields) places.push([request.body, name]);
  if (places.length === 0) return;
  const [holder, name] = random.pick(places);
  holder[name] = value();
}
