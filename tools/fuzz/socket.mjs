import { connect } from 'node:net';

/** Longer than the service lets any request take. */
const SOCKET_TIMEOUT_MS = 30_000;

/** Sends bytes on a new connection; resolves with the answers until it closed, or with a problem. */
export function exchange({ host, port }, bytes) {
  return new Promise((resolve) => {
    const chunks = [];
    const socket = connect({ host, port, allowHalfOpen: true });
    const done = (problem) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ problem, answer: parsed(Buffer.concat(chunks)) });
    };
    const timer = setTimeout(() => done('no end after 30 s'), SOCKET_TIMEOUT_MS);
    socket.on('connect', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      // A request that promised more than it sent is not waited for.
      if (isWhole(Buffer.concat(chunks))) done();
    });
    socket.on('end', () => done());
    socket.on('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      done(chunks.length > 0 ? undefined : error.code),
    );
  });
}

function headEnd(bytes) {
  return bytes.indexOf('\r\n\r\n');
}

function isWhole(bytes) {
  const answer = parsed(bytes);
  if (!answer) return false;
  const length = answer.headers['content-length']?.[0];
  return length !== undefined && answer.status !== 100 && answer.body.length >= Number(length);
}

/** The first answer in the bytes that is no 100 Continue; null when there is none. */
function parsed(bytes) {
  const end = headEnd(bytes);
  if (end < 0) return null;
  const [line, ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(line)?.[1]);
  const body = bytes.subarray(end + 4);
  if (status === 100) return parsed(body);
  const headers = {};
  for (const header of lines) {
    const at = header.indexOf(':');
    (headers[header.slice(0, at).toLowerCase()] ??= []).push(header.slice(at + 1).trim());
  }
  // What was sent beyond a request's end is a request of its own, and answered after it.
  const length = headers['content-length']?.[0];
  if (length !== undefined) return { status, headers, body: body.subarray(0, Number(length)) };
  const isChunked = headers['transfer-encoding']?.[0] === 'chunked';
  return { status, headers, body: isChunked ? unchunked(body) : body };
}

/** As far as it has arrived. */
function unchunked(body) {
  const chunks = [];
  for (let from = 0; from < body.length;) {
    const lineEnd = body.indexOf('\r\n', from);
    const size = Number.parseInt(body.subarray(from, lineEnd).toString('latin1'), 16);
    if (lineEnd < 0 || !(size > 0)) break;
    chunks.push(body.subarray(lineEnd + 2, lineEnd + 2 + size));
    from = lineEnd + 2 + size + 2;
  }
  return Buffer.concat(chunks);
}
