import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response as ExpressResponse } from 'express';
import { clientAddress } from '../../platform/http/client-address';
import { CurrentPrincipal, Operation } from '../../platform/http/operation';
import type { AccountPrincipal, ServiceRequest } from '../../platform/http/request-context';
import { McpEndpoint } from '../application/mcp-endpoint';

const SUPPORTED_TYPES = 'application/json, text/event-stream';

/** MCP over HTTP, for the key of an assistant. */
@ApiExcludeController()
@Controller('mcp')
export class McpController {
  constructor(private readonly endpoint: McpEndpoint) {}

  @Post()
  @Operation({
    access: 'signed_in',
    id: 'mcp',
    summary: 'Use the account of the key by MCP',
    readsBody: true,
    bearer: true,
    audited: false,
  })
  async serve(
    @Req() request: ServiceRequest,
    @Res() response: ExpressResponse,
    @CurrentPrincipal() { accountId, scopes }: AccountPrincipal,
  ): Promise<void> {
    const answer = await this.endpoint.serve(webRequest(request), {
      apiKey: keyIn(request),
      accountId,
      scopes,
      address: clientAddress(request),
      wantsReadOnly: /^true$/iu.test(String(request.headers['x-mcp-read-only'])),
    });
    // The unread rest of a body that is too large would be parsed as the next request.
    if (!request.readableEnded) response.shouldKeepAlive = false;
    await sendTo(response, answer);
  }
}

/** The key that the guard has identified. */
function keyIn({ headers }: ServiceRequest): string {
  const own = headers['x-api-key'];
  if (typeof own === 'string' && own !== '') return own;
  return /^bearer +(\S+)/i.exec(headers.authorization ?? '')?.[1] ?? '';
}

function webRequest(request: ServiceRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  // The package rejects the wildcard, which HTTP clients send by default.
  if (/(?:^|,)\s*\*\/\*/u.test(headers.get('accept') ?? '')) headers.set('accept', SUPPORTED_TYPES);
  const body = Readable.toWeb(request) as NodeStream<Uint8Array>;
  return new Request('http://service/mcp', { method: 'POST', headers, body, duplex: 'half' });
}

async function sendTo(response: ExpressResponse, answer: Response): Promise<void> {
  response.status(answer.status).setHeader('Cache-Control', 'no-store');
  answer.headers.forEach((value, name) => {
    // The package writes keep-alive on event streams; whether the connection stays open is this server's choice.
    if (name !== 'connection') response.setHeader(name, value);
  });
  if (answer.body === null) response.end();
  else await pipeline(Readable.fromWeb(answer.body as NodeStream<Uint8Array>), response);
}
