import { Injectable } from '@nestjs/common';
import { signatureHeaders } from '../../platform/outbound/signature';
import type { BuiltRequest } from '../domain/tool-request';
import type { ToolState } from '../domain/tool';
import { HttpToolClient, type SendResult } from './http-tool.client';
import { RequestSlots } from './request-slots';
import { ToolSecrets } from './tool-secrets';

export interface Sending {
  readonly tool: ToolState;
  readonly invocationId: string;
  readonly request: Extract<BuiltRequest, { readonly url: string }>;
  readonly now: Date;
  /** Aborted with `Dropped`: the talk is over. */
  readonly dropped: AbortSignal;
  /** Called before each request leaves. False: it must not. */
  readonly onSend: () => boolean;
}

const TIMED_OUT: SendResult = {
  kind: 'timed_out',
  error: { code: 'timed_out', message: 'The request could not be sent in time.', statusCode: null },
};

/** Signs and sends the requests of http tools, each within its time. */
@Injectable()
export class ToolSender {
  readonly #slots = new RequestSlots();

  constructor(
    private readonly client: HttpToolClient,
    private readonly secrets: ToolSecrets,
  ) {}

  /** A read whose connection failed is sent once more. Never rejects. */
  async send(sending: Sending): Promise<SendResult> {
    const { tool, dropped } = sending;
    const timeout = AbortSignal.timeout(tool.settings.timeoutSeconds * 1_000);
    const signal = AbortSignal.any([dropped, timeout]);
    const release = await this.#slots.acquire(tool.accountId, signal);
    if (!release) return dropped.aborted ? { kind: 'dropped' } : TIMED_OUT;
    try {
      const first = await this.#once(sending, signal);
      const isLost = first.kind === 'failed' && first.error.code === 'connection_failed';
      if (!isLost || tool.settings.effect !== 'read' || signal.aborted) return first;
      return await this.#once(sending, signal);
    } finally {
      release();
    }
  }

  #once(sending: Sending, signal: AbortSignal): Promise<SendResult> {
    const { tool, invocationId, request, now, onSend } = sending;
    if (!onSend()) return Promise.resolve({ kind: 'dropped' });
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
    return this.client.send({ ...request, headers }, signal);
  }
}
