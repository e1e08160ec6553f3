import type { OpenedPath, PathHooks } from '../domain/media-host';
import { type PaceName, paceOf } from '../domain/stream-pace';
import { StreamPath } from '../domain/stream-path';

/** Audio passes through the main thread: no socket is opened here. */
export function streamPath(chunkFrames: number, pace: PaceName, { onSpoken }: PathHooks): OpenedPath {
  const stream = new StreamPath(chunkFrames, onSpoken, paceOf(pace));
  return { path: stream, stream, port: 0, setRemote: () => undefined, close: () => undefined };
}
