import { SCOPES, type Scope } from '../../platform/http/scopes';
import { type Api, type ApiRequest, type ApiResponse, Refusal } from '../domain/api';

const TIMEOUT_MS = 5_000;

/** Requests that change nothing: they read, or lack what is required, which the API checks after the scope. */
const PROBES: Readonly<Record<Scope, ApiRequest>> = {
  'calls:read': { method: 'GET', path: '/credits' },
  'calls:write': { method: 'POST', path: '/batches', body: {} },
  'webhooks:manage': { method: 'GET', path: '/webhook' },
  'agents:manage': { method: 'POST', path: '/agents', body: {} },
  'counsellors:manage': { method: 'POST', path: '/counsellors', body: {} },
};

/** The scopes that the API does not deny to the key; all when it does not respond, as it decides in the end. */
export async function scopesOf(api: Api): Promise<ReadonlySet<Scope>> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const responses = await Promise.all(
    SCOPES.map((scope) => api.send(PROBES[scope], signal).catch(() => undefined)),
  );
  return new Set(SCOPES.filter((_, at) => !isDenied(responses[at])));
}

function isDenied(response: ApiResponse | undefined): boolean {
  return response?.status === 403 && new Refusal(response.body).code === 'insufficient_scope';
}
