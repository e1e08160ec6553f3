import type { OpenedPath, PathHooks } from '../domain/media-host';
import { StreamPath } from '../domain/stream-path';

/** Audio passes through the main thread: no socket is opened here. */
export function streamPath(chunkFrames: number, { spoken }: PathHooks): OpenedPath {
  const stream = new StreamPath(chunkFrames, spoken);
  return { path: stream, stream, port: 0, setRemote: () => undefined, close: () => undefined };
}
