import type { Api, ApiRequest, ApiResponse } from '../domain/api';
import { readApiResponse } from './api-response';

const NOTHING = new Blob([]).stream();

/** Requests to a service anywhere. */
export class RemoteApi implements Api {
  readonly #baseUrl: string;

  /** @param baseUrl with or without `/v1` */
  constructor(
    baseUrl: string,
    private readonly apiKey: string,
  ) {
    this.#baseUrl = baseUrl.replace(/\/{0,9}$/, '').replace(/\/v1$/, '');
  }

  async send({ method, path, body, idempotencyKey }: ApiRequest, signal: AbortSignal): Promise<ApiResponse> {
    const response = await fetch(`${this.#baseUrl}/v1${path}`, {
      method,
      headers: {
        'X-API-Key': this.apiKey,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      },
      // A key must not follow a redirect to another host.
      redirect: 'manual',
      signal,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return readApiResponse(response.status, response.body ?? NOTHING);
  }
}
