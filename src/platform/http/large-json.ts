import { randomUUID } from 'node:crypto';
import type { TimeSlices } from '../time-slices';

/** Limit of the values in one row, or in one field of the body; valid rows have fewer. Counted by commas. */
const MAX_VALUES_PER_ROW = 5_000;
/** Limit of the bytes of all texts in one row, or in one field; longer texts are cut. Valid ones have a tenth of that. */
const MAX_TEXT_BYTES_PER_ROW = 2 * 1024 * 1024;
/** Texts up to this size stay whole: names of fields are. */
const UNCUT_BYTES = 256;
/** Limit of an array's rows and of the body's fields; answers name fewer problems than that (R53). */
const MAX_ROWS = 10_000;
const MAX_FIELDS = 1_000;

/** Rows are parsed together up to this size: some tenths of a millisecond. */
const PACKET_BYTES = 16 * 1024;
/** Bytes scanned between two looks at the clock. */
const SCAN_BYTES = 64 * 1024;

/** Nesting depth of the body's fields, and of the rows of an array (or members of an object) in it. */
const FIELD_DEPTH = 1;
const ROW_DEPTH = 2;

const QUOTE = 34;
const COMMA = 44;
const OPEN_ARRAY = 91;
const BACKSLASH = 92;
const CLOSE_ARRAY = 93;
const LETTER_U = 117;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
/** A byte order mark is valid at the begin of the body alone. */
const inner = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A large body, parsed. */
export interface LargeJson {
  readonly value: unknown;
  /** Fields of the body were left out, so it is invalid even if the others are valid. */
  readonly fieldsLeftOut: boolean;
}

/**
 * Parses a large body as `JSON.parse` would, in slices: rows are parsed in packets, the rest as a frame around them. Leaves
 * out members and cuts texts beyond the limits above, because an object of 1.8 million members takes over a second.
 * Linear time.
 * Null when nesting exceeds `deepest`.
 * @throws SyntaxError when the body is malformed; TypeError when it is not UTF-8
 */
export async function parseLargeJson(
  bytes: Buffer,
  deepest: number,
  slices: TimeSlices,
): Promise<LargeJson | null> {
  const steps = parse(bytes, deepest);
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    await slices.next();
  }
}

/** Yields where it may pause. */
function* parse(bytes: Buffer, deepest: number): Generator<undefined, LargeJson | null> {
  const counts = { fields: 0, rows: 0, values: 0 };
  const parts = new Parts(bytes);
  let depth = 0;
  /** Depth of the container whose further members are left out; 0 for none. */
  let leavingOut = 0;
  let textBytes = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (at % SCAN_BYTES === SCAN_BYTES - 1) yield;
    switch (bytes[at]) {
      case QUOTE: {
        const cutAfter =
          leavingOut === 0 ? Math.max(MAX_TEXT_BYTES_PER_ROW - textBytes, UNCUT_BYTES) : Infinity;
        const end = yield* endOfText(bytes, at, cutAfter, parts);
        textBytes += Math.min(end - at, cutAfter);
        at = end;
        break;
      }
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        if (++depth > deepest) return null;
        if (depth !== ROW_DEPTH) break;
        Object.assign(counts, { rows: 0, values: 0 });
        if (leavingOut === 0) parts.open(at, bytes[at] === OPEN_ARRAY);
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        if (leavingOut !== 0 && depth === leavingOut) {
          parts.resume(at);
          leavingOut = 0;
        }
        if (depth === ROW_DEPTH && leavingOut === 0) parts.close(at, bytes[at] === CLOSE_ARRAY);
        depth--;
        break;
      case COMMA:
        if (depth <= ROW_DEPTH) textBytes = 0;
        if (leavingOut !== 0) break;
        if (isBeyond(counts, depth)) {
          parts.pause(at);
          leavingOut = depth;
        } else if (depth === ROW_DEPTH && parts.endRow(at)) yield;
        break;
    }
  }
  return { value: parts.value(), fieldsLeftOut: counts.fields >= MAX_FIELDS };
}

/** Index of the quote that ends a text; what exceeds `cutAfter` bytes is left out. Yields where it may pause. */
function* endOfText(
  bytes: Buffer,
  start: number,
  cutAfter: number,
  parts: Parts,
): Generator<undefined, number> {
  let isCut = false;
  let at = start + 1;
  for (; at < bytes.length; at++) {
    if (at % SCAN_BYTES === SCAN_BYTES - 1) yield;
    const byte = bytes[at];
    if (byte === QUOTE) break;
    if (!isCut && at - start > cutAfter && !isContinuation(byte)) {
      parts.pause(at);
      isCut = true;
    }
    if (byte === BACKSLASH) at += bytes[at + 1] === LETTER_U ? 5 : 1;
  }
  if (isCut) parts.resume(at);
  return at;
}

/** Whether a byte goes on with a character of UTF-8. */
function isContinuation(byte: number | undefined): boolean {
  return ((byte ?? 0) & 0xc0) === 0x80;
}

/** Counts a comma at a depth; true when what follows is beyond the limit there. */
function isBeyond(counts: { fields: number; rows: number; values: number }, depth: number): boolean {
  if (depth <= FIELD_DEPTH) return ++counts.fields >= MAX_FIELDS;
  if (depth > ROW_DEPTH) return ++counts.values >= MAX_VALUES_PER_ROW;
  counts.values = 0;
  return ++counts.rows >= MAX_ROWS;
}

/** Divides the text into a frame and the containers in it, which are parsed in packets of rows. */
class Parts {
  /** Stands for a container in the frame; a client cannot guess it. */
  readonly #mark = randomUUID();
  readonly #containers: Container[] = [];
  readonly #frame: Buffer[] = [];
  #open: Container | null = null;
  #packet: Buffer[] = [];
  #packetFrom = 0;
  #from = 0;
  #isPaused = false;

  constructor(private readonly bytes: Buffer) {}

  open(at: number, isArray: boolean): void {
    this.#keep(at);
    this.#frame.push(Buffer.from(`"${this.#mark}${this.#containers.length}"`));
    this.#open = new Container(isArray);
    this.#containers.push(this.#open);
    this.#packetFrom = this.#from = at + 1;
  }

  /** Ends a row; true when a packet was parsed. @throws SyntaxError */
  endRow(at: number): boolean {
    if (at - this.#packetFrom < PACKET_BYTES) return false;
    this.#parsePacket(at, false);
    return true;
  }

  /** @throws SyntaxError */
  close(at: number, isArray: boolean): void {
    if (this.#open?.isArray !== isArray) throw new SyntaxError('the bracket closes nothing');
    this.#parsePacket(at, true);
    this.#open = null;
  }

  /** Leaves out what follows. */
  pause(at: number): void {
    this.#keep(at);
    this.#isPaused = true;
  }

  resume(at: number): void {
    this.#from = at;
    this.#isPaused = false;
  }

  /** @throws SyntaxError */
  value(): unknown {
    if (this.#open) throw new SyntaxError('a bracket is open');
    if (!this.#isPaused) this.#keep(this.bytes.length);
    const body = JSON.parse(utf8.decode(Buffer.concat(this.#frame))) as unknown;
    if (typeof body !== 'object' || body === null) return body;
    for (const [key, value] of Object.entries(body)) {
      if (typeof value !== 'string' || !value.startsWith(this.#mark)) continue;
      const container = this.#containers[Number(value.slice(this.#mark.length))];
      Object.defineProperty(body, key, { value: container?.value });
    }
    return body;
  }

  #parsePacket(at: number, isLast: boolean): void {
    this.#keep(at);
    this.#open?.add(inner.decode(Buffer.concat(this.#packet)), isLast);
    this.#packet = [];
    this.#packetFrom = this.#from = at + 1;
  }

  #keep(until: number): void {
    (this.#open ? this.#packet : this.#frame).push(this.bytes.subarray(this.#from, until));
  }
}

/** An array of rows, or an object, of the body. */
class Container {
  readonly #members: [string, unknown][] = [];

  constructor(readonly isArray: boolean) {}

  /** Adds a packet; `isLast` when the container ends with it. @throws SyntaxError */
  add(text: string, isLast: boolean): void {
    const members = Object.entries(JSON.parse(this.isArray ? `[${text}]` : `{${text}}`) as object);
    // `[]` and `{}` are valid, a comma without a member is not.
    if (members.length === 0 && !(isLast && this.#members.length === 0))
      throw new SyntaxError('a member is missing');
    for (const member of members) this.#members.push(member);
  }

  get value(): unknown {
    return this.isArray ? this.#members.map(([, row]) => row) : Object.fromEntries(this.#members);
  }
}
