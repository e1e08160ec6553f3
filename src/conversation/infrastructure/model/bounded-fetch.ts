import { InvalidModelOutput } from './invalid-model-output';

/** Far more than a reading or a turn needs, in bytes, whatever a server wraps around the words. */
const MOST_BYTES = 1_048_576;

/** As `fetch`; a body longer than 1 MiB fails where it exceeds that, before anybody has gathered it. */
export async function boundedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (!response.body) return response;
  let bytes = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > MOST_BYTES) controller.error(new InvalidModelOutput('an answer that is too long'));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(counted), { status, statusText, headers });
}
