import { request as send, type IncomingMessage, type Server } from 'node:http';
import { duplexPair } from 'node:stream';
import { type InnerRequest, markInner } from '../../platform/http/inner-requests';
import type { Api, ApiRequest, ApiResponse } from '../domain/api';
import { readApiResponse } from './api-response';

/** Requests to this process, without a network: parser, checks, log and errors are those of /v1. */
export class InProcessApi implements Api {
  constructor(
    private readonly server: Server,
    private readonly apiKey: string,
    private readonly inner: InnerRequest,
  ) {}

  async send({ method, path, body, idempotencyKey }: ApiRequest, signal: AbortSignal): Promise<ApiResponse> {
    const [ours, theirs] = duplexPair();
    markInner(theirs, this.inner);
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      Host: 'service',
      Connection: 'close',
      'X-API-Key': this.apiKey,
      ...(text !== undefined && {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(text),
      }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    };
    try {
      this.server.emit('connection', theirs);
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        send({ method, path: `/v1${path}`, headers, createConnection: () => ours, signal }, resolve)
          .once('error', reject)
          .end(text);
      });
      return await readApiResponse(response.statusCode ?? 0, response);
    } finally {
      ours.destroy();
      theirs.destroy();
    }
  }
}
