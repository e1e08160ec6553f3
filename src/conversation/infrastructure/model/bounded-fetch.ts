import { EventPieces } from './event-pieces';
import { InvalidModelOutput } from './invalid-model-output';

/** Far more than an analysis or a turn needs, whatever JSON wraps the text. */
const MAX_BYTES = 1_048_576;
/** Events and reads, which cost more time than their bytes: 1 MiB of a model's events are some 5,000. */
const MAX_PARTS = 20_000;

/** Does what `fetch` does, but a body fails beyond 1 MiB or 20,000 parts, and its events come whole. */
export async function boundedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (!response.body) return response;
  const { status, statusText, headers } = response;
  return new Response(limitBytes(response.body), { status, statusText, headers });
}

/** Counts what is read. A TransformStream would pass each chunk through two further streams. */
function limitBytes(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const events = new EventPieces();
  let [bytes, reads] = [0, 0];
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        for (;;) {
          const { done, value } = await reader.read();
          bytes += value?.byteLength ?? 0;
          reads += 1;
          const pieces = done ? [events.rest()] : events.add(value);
          if (bytes > MAX_BYTES || reads + events.count > MAX_PARTS) {
            const error = new InvalidModelOutput('an answer that is too long');
            controller.error(error);
            await reader.cancel(error);
            return;
          }
          for (const piece of pieces) if (piece.length > 0) controller.enqueue(piece);
          if (done) controller.close();
          if (done || pieces.length > 0) return;
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
