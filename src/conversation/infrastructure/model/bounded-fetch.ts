import { InvalidModelOutput } from './invalid-model-output';

/** Far more than an analysis or a turn needs, whatever JSON wraps the text. */
const MAX_BYTES = 1_048_576;

/** As `fetch`, but a body fails beyond 1 MiB, so that it is never buffered. */
export async function boundedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (!response.body) return response;
  let bytes = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > MAX_BYTES) controller.error(new InvalidModelOutput('an answer that is too long'));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(counted), { status, statusText, headers });
}
