import { type ApiResponse, envelopeOf } from '../domain/api';
import { boundedBytes } from '../../platform/kernel/async/bounded-bytes';
import { parsedJson } from '../../platform/kernel/own';

/** The API is our own, but a proxy may stand before it. */
const MAX_BYTES = 32 * 1_024 ** 2;

/** @throws Error for a response that is too large */
export async function readApiResponse(
  status: number,
  chunks: AsyncIterable<Uint8Array>,
): Promise<ApiResponse> {
  const bytes = await boundedBytes(chunks, MAX_BYTES);
  if (!bytes) throw new Error('the response is too large');
  const body = parsedJson(bytes.toString('utf8'));
  if (typeof body === 'object' && body !== null) return { status, body: body as ApiResponse['body'] };
  return {
    status: 502,
    body: envelopeOf('unexpected_answer', `The response with status ${status} is not the service's.`),
  };
}
