import { setImmediate as nextTurn } from 'node:timers/promises';

/** Limit of the values in one row, or in one field of the body; valid rows have less than half. Counted by commas. */
const MAX_VALUES_PER_ROW = 10_000;
/** Limit of an array's rows and of the body's fields; answers name fewer problems than that (R53). */
const MAX_ROWS = 10_000;
const MAX_FIELDS = 1_000;

/** Bytes processed before yielding to the event loop: some milliseconds. */
const CHUNK_BYTES = 1 << 20;

/** Nesting depth of the body's fields, and of the rows of an array in it. */
const FIELD_DEPTH = 1;
const ROW_DEPTH = 2;

const QUOTE = 34;
const COMMA = 44;
const OPEN_ARRAY = 91;
const BACKSLASH = 92;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/** A large body, ready to be parsed. */
export interface LargeJson {
  readonly bytes: Buffer;
  /** Fields of the body were left out, so it is invalid even if the others are valid. */
  readonly fieldsLeftOut: boolean;
}

/**
 * Bounds the cost of parsing a large body: removes members beyond the limits above from the text, because `JSON.parse`
 * would take over a second for an object of 1.8 million members. Linear time; yields to other requests. Null when
 * nesting exceeds `deepest`. Invalid JSON stays invalid.
 */
export async function boundLargeJson(bytes: Buffer, deepest: number): Promise<LargeJson | null> {
  const kept: Buffer[] = [];
  const counts = { fields: 0, rows: 0, values: 0 };
  let [keptFrom, depth, inString] = [0, 0, false];
  /** Depth of the container whose further members are left out; 0 for none. */
  let leavingOut = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (at % CHUNK_BYTES === CHUNK_BYTES - 1) await nextTurn();
    const byte = bytes[at];
    if (inString) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) inString = false;
      continue;
    }
    switch (byte) {
      case QUOTE:
        inString = true;
        break;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        depth++;
        if (depth > deepest) return null;
        if (depth === ROW_DEPTH) Object.assign(counts, { rows: 0, values: 0 });
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        if (depth === leavingOut) [keptFrom, leavingOut] = [at, 0];
        depth--;
        break;
      case COMMA:
        if (leavingOut === 0 && isBeyond(counts, depth)) {
          kept.push(bytes.subarray(keptFrom, at));
          leavingOut = depth;
        }
        break;
    }
  }
  if (kept.length === 0) return { bytes, fieldsLeftOut: false };
  if (leavingOut === 0) kept.push(bytes.subarray(keptFrom));
  return { bytes: Buffer.concat(kept), fieldsLeftOut: counts.fields >= MAX_FIELDS };
}

/** Counts a comma at a depth; true when what follows is beyond the limit there. */
function isBeyond(counts: { fields: number; rows: number; values: number }, depth: number): boolean {
  if (depth <= FIELD_DEPTH) return ++counts.fields >= MAX_FIELDS;
  if (depth > ROW_DEPTH) return ++counts.values >= MAX_VALUES_PER_ROW;
  counts.values = 0;
  return ++counts.rows >= MAX_ROWS;
}
