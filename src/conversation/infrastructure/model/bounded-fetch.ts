import { InvalidModelOutput } from './invalid-model-output';

/** Far more than an analysis or a turn needs, whatever JSON wraps the text. */
const MAX_BYTES = 1_048_576;

/** Does what `fetch` does, but a body fails beyond 1 MiB, so that it is never buffered. */
export async function boundedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (!response.body) return response;
  const { status, statusText, headers } = response;
  return new Response(limitBytes(response.body), { status, statusText, headers });
}

/** Counts what is read. A TransformStream would pass each chunk through two further streams. */
function limitBytes(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let bytes = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        bytes += value?.byteLength ?? 0;
        if (done) controller.close();
        else if (bytes <= MAX_BYTES) controller.enqueue(value);
        else {
          const error = new InvalidModelOutput('an answer that is too long');
          controller.error(error);
          await reader.cancel(error);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
