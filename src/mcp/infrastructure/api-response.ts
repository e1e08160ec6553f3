import { type ApiResponse, envelopeOf } from '../domain/api';
import { parsedJson } from '../../platform/kernel/parsed-json';

/** The API is our own, but a proxy may stand before it. */
const MAX_BYTES = 32 * 1_024 ** 2;

/** @throws Error for a response that is too large */
export async function readApiResponse(
  status: number,
  chunks: AsyncIterable<Uint8Array>,
): Promise<ApiResponse> {
  const read: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error('the response is too large');
    read.push(chunk);
  }
  const text = Buffer.concat(read).toString('utf8');
  const body = parsedJson(text);
  if (typeof body === 'object' && body !== null) return { status, body: body as ApiResponse['body'] };
  return {
    status: 502,
    body: envelopeOf('unexpected_answer', `The response with status ${status} is not the service's.`),
  };
}
