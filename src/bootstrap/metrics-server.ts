import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { answerMalformed, refusalOfHeaders, SERVER_OPTIONS } from '../platform/http/body/malformed';
import { envelope, toDomainError, unknownPath, wrongMethod } from '../platform/http/error.filter';
import { refuseQuery } from '../platform/http/fields/checked-query';
import { newId } from '../platform/ids';
import { ERRORS } from '../platform/kernel/error-table';
import type { Metrics } from '../platform/metrics';

const PATH = '/metrics';
const ALLOW = 'GET, HEAD';

/** METRICS_PORT: as /metrics on PORT, and nothing else. */
export function serveMetrics(metrics: Metrics): Server {
  const server = createServer(SERVER_OPTIONS, (request, response) => {
    const requestId = newId('req');
    response.setHeader('X-Request-Id', requestId);
    respond(metrics, request, response).catch((error: unknown) => {
      const refusal = toDomainError(error);
      response.statusCode = ERRORS[refusal.code].status;
      response.setHeader('Content-Type', 'application/json; charset=utf-8');
      response.end(JSON.stringify(envelope(refusal, requestId)));
    });
  });
  answerMalformed(server);
  return server;
}

/** @throws DomainError */
async function respond(metrics: Metrics, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url = '', method = '' } = request;
  const refusal = refusalOfHeaders(request);
  if (refusal) {
    response.shouldKeepAlive = false;
    throw refusal;
  }
  if (url.split('?', 1)[0] !== PATH) throw unknownPath({ hasDocs: false });
  if (method !== 'GET' && method !== 'HEAD') {
    response.setHeader('Allow', ALLOW);
    throw wrongMethod(method, ALLOW);
  }
  refuseQuery(url);
  const text = await metrics.registry.metrics();
  response.setHeader('Content-Type', metrics.registry.contentType);
  response.end(text);
}
