import { Server, STATUS_CODES } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { newId } from '../../ids';
import { DomainError, type FieldProblem } from '../../kernel/domain-error';
import { envelope } from '../error.filter';
import { own } from '../../kernel/own';
import { closeWhenQuiet } from './linger';

/** Timeouts for slow senders: headers within 10 s, the whole request within 13 s, checked every second. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 13_000;

/** Node checks twice before it reports, so within 14 s. */
const UNREAD_TIMEOUT_MS = 7_000;

export const SERVER_OPTIONS = {
  requireHostHeader: false,
  headersTimeout: HEADERS_TIMEOUT_MS,
  requestTimeout: REQUEST_TIMEOUT_MS,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
};

const TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT';

interface Refusal {
  readonly message: string;
  readonly problem: FieldProblem;
}

const NOT_HTTP: Refusal = {
  message: 'The request is not well-formed HTTP.',
  problem: { field: 'body', message: 'must be HTTP' },
};

const CONNECT: Refusal = {
  message: 'This is no proxy: CONNECT is not taken.',
  problem: { field: 'body', message: 'must be a request with another method than CONNECT' },
};

const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    message: 'The path and the headers are too large: together they may have 16 KiB.',
    problem: { field: 'body', message: 'must follow a path and headers of at most 16 KiB together' },
  },
  [TIMEOUT]: {
    message: 'The request did not arrive in time: headers within 10 s, the whole within 13 s.',
    problem: { field: 'body', message: 'must arrive within 13 s, and the headers within 10 s' },
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    message: 'The chunk extensions are too large.',
    problem: { field: 'body', message: 'must have at most 16 KiB of chunk extensions' },
  },
};

/** The mark that `checkExpectation` sets on a request. */
interface NodeMarks {
  expectationFailed?: boolean;
}

/** Checks the headers that Node would check itself; null: they are valid. */
export function refusalOfHeaders(request: IncomingMessage & NodeMarks): DomainError | null {
  const hosts = request.headersDistinct['host']?.length ?? 0;
  const isOptional = request.httpVersion === '1.0';
  if (hosts > 1 || (hosts === 0 && !isOptional)) return invalidHeader('Host', 'must be sent once');
  return request.expectationFailed ? invalidHeader('Expect', 'must be 100-continue or absent') : null;
}

function invalidHeader(name: string, message: string): DomainError {
  const field = `headers.${name}`;
  return new DomainError('invalid_request', `${field} ${message}.`, { errors: [{ field, message }] });
}

/** Sends 400 with envelope and X-Request-Id where Node would respond itself. */
export function answerMalformed(server: Server): void {
  closeSlowReaders(server);
  const refused = new WeakSet<Socket>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const isRefused = refused.has(socket);
    if (error.code === 'ECONNRESET' || (!isRefused && !socket.writable)) {
      socket.destroy();
      return;
    }
    // Node reports each chunk that follows, too.
    if (isRefused) return;
    refused.add(socket);
    refuse(socket, own(REFUSALS, error.code ?? '') ?? NOT_HTTP, error.code !== TIMEOUT);
  });
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => socket.destroy());
    refuse(socket, CONNECT);
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    (request as IncomingMessage & NodeMarks).expectationFailed = true;
    server.emit('request', request, response);
  });
}

function closeSlowReaders(server: Server): void {
  server.timeout = UNREAD_TIMEOUT_MS;
  server.on('timeout', (socket: Socket) => {
    if (socket.writableLength > 0) socket.destroy();
  });
}

/** @param lingers discards what the client still sends: a reset could lose the response */
function refuse(socket: Socket, { message, problem }: Refusal, lingers = true): void {
  const requestId = newId('req');
  const error = new DomainError('invalid_request', message, { errors: [problem] });
  const body = JSON.stringify(envelope(error, requestId));
  const head = [
    `HTTP/1.1 400 ${STATUS_CODES[400] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  const close = () => socket.destroy();
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, lingers ? undefined : close);
  if (!lingers) return;
  closeWhenQuiet(socket, close);
  socket.once('end', close);
  socket.resume();
}
