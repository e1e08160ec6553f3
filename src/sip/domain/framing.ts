import { MESSAGE_LIMITS } from './message';

/** A whole message, or a CRLF CRLF that requests a CRLF (RFC 5626 section 4.4.1): at most one a chunk. */
export type Frame = { readonly message: string } | { readonly ping: true };

/** Thrown when the connection must be closed. */
export class FramingError extends Error {}

const END = '\r\n\r\n';
const LENGTH = /^(?:content-length|l)[ \t]*:[ \t]*(\d{1,9})[ \t]*$/gim;

/** Cuts a stream of octets into messages by Content-Length. Linear time; buffers one message at most. */
export class StreamFramer {
  #chunks: string[] = [];
  #size = 0;
  #blank = 0;
  /** The last three octets before the current chunk: the end of the headers may cross chunks. */
  #tail = '';
  #needed: number | null = null;

  get pending(): boolean {
    return this.#size > 0;
  }

  /** @throws FramingError when a message has no usable length or is too large */
  push(chunk: string): Frame[] {
    const frames: Frame[] = [];
    let isPinged = false;
    let rest = chunk;
    while (rest !== '') {
      if (this.#size === 0) {
        const blank = leadingBlank(rest);
        this.#blank += blank;
        rest = rest.slice(blank);
        if (this.#blank >= 4 && !isPinged) {
          frames.push({ ping: true });
          isPinged = true;
        }
        this.#blank = rest === '' ? this.#blank % 4 : 0;
        if (rest === '') break;
      }
      rest = this.#consume(rest, frames);
    }
    return frames;
  }

  #consume(chunk: string, frames: Frame[]): string {
    if (this.#needed === null) {
      const at = (this.#tail + chunk).indexOf(END);
      if (at < 0) {
        this.#append(chunk);
        this.#tail = (this.#tail + chunk).slice(-3);
        return '';
      }
      const own = at - this.#tail.length + END.length;
      this.#append(chunk.slice(0, own));
      this.#needed = this.#size + bodyLength(this.#join());
      if (this.#needed > MESSAGE_LIMITS.bytes) throw new FramingError('message too large');
      this.#tail = '';
      chunk = chunk.slice(own);
    }
    const missing = this.#needed - this.#size;
    this.#append(chunk.slice(0, missing));
    if (this.#size === this.#needed) {
      frames.push({ message: this.#join() });
      this.#chunks = [];
      this.#size = 0;
      this.#needed = null;
    }
    return chunk.slice(missing);
  }

  #append(part: string): void {
    if (part === '') return;
    this.#size += part.length;
    if (this.#size > MESSAGE_LIMITS.bytes) throw new FramingError('message too large');
    this.#chunks.push(part);
  }

  #join(): string {
    const whole = this.#chunks.join('');
    this.#chunks = [whole];
    return whole;
  }
}

function leadingBlank(text: string): number {
  let at = 0;
  while (text[at] === '\r' || text[at] === '\n') at++;
  return at;
}

/** Streams need a Content-Length (RFC 3261 section 18.3); two different ones are an error. */
function bodyLength(head: string): number {
  const [length, ...others] = new Set([...head.matchAll(LENGTH)].map(([, digits]) => Number(digits)));
  if (length === undefined || others.length > 0) throw new FramingError('no usable Content-Length');
  return length;
}
