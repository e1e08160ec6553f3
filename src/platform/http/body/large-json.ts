import type { TimeSlices } from '../../time-slices';
import { JsonParts, type LargeJson } from './json-parts';

/** A valid agent has 32 KiB of free-form rules. */
const SMALL_BODY_BYTES = 256 * 1024;
/**
 * Per row or field of the body, by commas and brackets. Valid are 21,846 in an agent's rules, 5,600 in a row of a
 * batch.
 */
const MAX_VALUES_PER_ROW = { small: 22_000, large: 6_000 };
/** The limit of all texts in one row, and of those outside rows. Longer texts are cut; valid ones are shorter. */
const MAX_TEXT_BYTES = 1024 * 1024;
/** Texts up to this size, such as names of fields, stay whole. */
const UNCUT_BYTES = 256;
/** Responses list fewer problems than that (R53). */
const MAX_ROWS = 10_000;
const MAX_FIELDS = 1_000;

/** Between two checks of the clock. */
const SCAN_BYTES = 64 * 1024;

/** Nesting depth of the body's fields, and of the rows of an array or members of an object in it. */
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

/**
 * Parses a large body as `JSON.parse` would, in slices and linear time. Leaves out values and cuts texts beyond the
 * limits above: an object of 1.8 million members would block for over a second.
 * @returns null when nesting exceeds `deepest`
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

function* parse(bytes: Buffer, deepest: number): Generator<undefined, LargeJson | null> {
  const counter = new Counter(bytes.length);
  const parts = new JsonParts(bytes);
  let depth = 0;
  /** Depth of the container whose further members are omitted; 0 for none. */
  let leavingOut = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (at % SCAN_BYTES === SCAN_BYTES - 1) yield;
    switch (bytes[at]) {
      case QUOTE: {
        const cutAfter = leavingOut === 0 ? counter.bytesOfText(depth) : Infinity;
        const end = yield* endOfText(bytes, at, cutAfter, parts);
        counter.addText(depth, Math.min(end - at, cutAfter));
        at = end;
        break;
      }
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        if (++depth > deepest) return null;
        counter.addContainer();
        if (depth !== ROW_DEPTH) break;
        counter.startRow();
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
        if (leavingOut !== 0) break;
        if (counter.isBeyond(depth)) {
          parts.pause(at);
          leavingOut = depth;
        } else if (depth === ROW_DEPTH && parts.endRow(at)) yield;
        break;
    }
  }
  return parts.value();
}

/** Index of the closing quote; what exceeds `cutAfter` bytes is left out. Yields where it may pause. */
function* endOfText(
  bytes: Buffer,
  start: number,
  cutAfter: number,
  parts: JsonParts,
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

function isContinuation(byte: number | undefined): boolean {
  return ((byte ?? 0) & 0xc0) === 0x80;
}

class Counter {
  readonly #maxValues: number;
  #fields = 0;
  #rows = 0;
  #values = 0;
  #rowText = 0;
  #frameText = 0;

  constructor(bodyBytes: number) {
    this.#maxValues = bodyBytes <= SMALL_BODY_BYTES ? MAX_VALUES_PER_ROW.small : MAX_VALUES_PER_ROW.large;
  }

  startRow(): void {
    this.#values = 0;
    this.#rowText = 0;
  }

  addContainer(): void {
    this.#values++;
  }

  isBeyond(depth: number): boolean {
    if (depth <= FIELD_DEPTH) return ++this.#fields >= MAX_FIELDS;
    if (depth > ROW_DEPTH) return ++this.#values >= this.#maxValues;
    this.startRow();
    return ++this.#rows >= MAX_ROWS;
  }

  bytesOfText(depth: number): number {
    return Math.max(MAX_TEXT_BYTES - (depth < ROW_DEPTH ? this.#frameText : this.#rowText), UNCUT_BYTES);
  }

  addText(depth: number, bytes: number): void {
    if (depth < ROW_DEPTH) this.#frameText += bytes;
    else this.#rowText += bytes;
  }
}
