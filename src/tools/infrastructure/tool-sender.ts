import { Injectable } from '@nestjs/common';
import { originOf } from '../../platform/kernel/network/url-host';
import { signatureHeaders } from '../../platform/outbound/signature';
import type { BuiltRequest } from '../domain/tool-request';
import type { ToolEffect, ToolState } from '../domain/tool';
import { plainUrl } from '../domain/url-template';
import { HttpToolClient, type ToolRequest as SignedRequest } from './http-tool.client';
import { type FunctionCall, McpToolClient } from './mcp/mcp-tool.client';
import { RequestSlots } from './request-slots';
import type { SendResult } from './send-result';
import { ToolSecrets } from './tool-secrets';

type HttpRequest = Extract<BuiltRequest, { readonly url: string }>;
type ToolRequest = HttpRequest | Omit<FunctionCall, 'invocationId'>;

export interface Sending {
  readonly tool: ToolState;
  readonly effect: ToolEffect;
  readonly invocationId: string;
  readonly now: Date;
  /** Aborted with `Dropped`: the talk is over. */
  readonly dropped: AbortSignal;
  /** Awaited before each request leaves: the second one differs in `attempt`. null: it must not. */
  readonly next: () => Promise<ToolRequest | null>;
}

const TIMED_OUT: Extract<SendResult, { kind: 'timed_out' }> = {
  kind: 'timed_out',
  error: { code: 'timed_out', message: 'The request could not be sent in time.', statusCode: null },
};

const LIST_TIMEOUT_MS = 10_000;

/** Sends the requests of tools, each within its time; those of http tools are signed. */
@Injectable()
export class ToolSender {
  readonly #slots = new RequestSlots();

  constructor(
    private readonly client: HttpToolClient,
    private readonly mcp: McpToolClient,
    private readonly secrets: ToolSecrets,
  ) {}

  /** A read whose connection failed is sent once more. @throws what `next` throws */
  async send(sending: Sending): Promise<SendResult> {
    const { tool, effect, dropped } = sending;
    // Whole milliseconds: 2.01 * 1_000 is not.
    const timeout = AbortSignal.timeout(Math.round(tool.settings.timeoutSeconds * 1_000));
    const signal = AbortSignal.any([dropped, timeout]);
    const release = await this.#slots.acquire(tool.accountId, signal);
    if (!release) return dropped.aborted ? { kind: 'dropped' } : TIMED_OUT;
    try {
      const first = await this.#once(sending, signal);
      const isLost = first.kind === 'failed' && first.error.code === 'connection_failed';
      if (!isLost || effect !== 'read' || signal.aborted) return first;
      return await this.#once(sending, signal);
    } finally {
      release();
    }
  }

  /** Lists the tools that an MCP server offers. Never rejects. */
  async list(tool: ToolState): ReturnType<McpToolClient['list']> {
    const signal = AbortSignal.timeout(LIST_TIMEOUT_MS);
    const release = await this.#slots.acquire(tool.accountId, signal);
    if (!release) return TIMED_OUT;
    try {
      return await this.mcp.list(this.#server(tool), signal);
    } finally {
      release();
    }
  }

  async #once(sending: Sending, signal: AbortSignal): Promise<SendResult> {
    const { tool, invocationId, next } = sending;
    if (tool.kind === 'http') {
      const signed = async () => {
        const request = await next();
        return request && 'url' in request ? this.#sign(sending, request) : null;
      };
      return this.client.send(originOf(new URL(plainUrl(tool.settings.url))), signed, signal);
    }
    const call = await next();
    if (call === null || 'url' in call) return { kind: 'dropped' };
    return this.mcp.call(this.#server(tool), { ...call, invocationId }, signal);
  }

  #sign({ tool, invocationId, now }: Sending, request: HttpRequest): SignedRequest {
    const { 'Service-Event-Id': _, ...signed } = signatureHeaders(
      { eventId: invocationId, at: now, body: request.body ?? '' },
      this.secrets.signing(tool, now),
    );
    const headers = {
      'content-type': 'application/json',
      ...this.secrets.headersOf(tool),
      'idempotency-key': invocationId,
      ...signed,
    };
    return { ...request, headers };
  }

  #server(tool: ToolState) {
    return { toolId: tool.id, url: tool.settings.url, headers: this.secrets.headersOf(tool) };
  }
}
