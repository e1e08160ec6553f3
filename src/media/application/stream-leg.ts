import type { LegEvent } from '../domain/leg-messages';
import type { StreamSink, StreamLeg } from '../domain/media-leg';
import type { StreamEncoding } from '../domain/stream-path';
import { ThreadLeg } from './thread-leg';

/** A leg of the media thread whose audio uses a connection of the main thread. */
export class ThreadStreamLeg extends ThreadLeg implements StreamLeg {
  #far: StreamSink | null = null;

  begin(encoding: StreamEncoding, far: StreamSink): void {
    this.#far = far;
    this.order({ do: 'begin', encoding });
  }

  receive(bytes: Uint8Array): void {
    this.order({ do: 'heard', bytes });
  }

  override async clear(): Promise<number> {
    const cleared = super.clear();
    this.#far?.clear();
    const playedMs = await cleared;
    this.#far?.onCleared?.();
    return playedMs;
  }

  override handle(event: LegEvent): void {
    if (event.type === 'spoken') this.#far?.audio(event.bytes);
    else super.handle(event);
  }
}
