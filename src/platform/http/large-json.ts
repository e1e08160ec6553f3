import { setImmediate as nextTurn } from 'node:timers/promises';

/** Values of one row (or of one field of the body); no valid row has half as many. Commas are counted. */
const VALUES_OF_A_ROW = 10_000;
/** Rows of an array of the body, and fields of the body itself; beyond them an answer names no more problems. */
const ROWS = 10_000;
const FIELDS = 1_000;

/** Bytes between two turns of the event loop: some milliseconds. */
const STEP = 1 << 20;

/** Depths of the fields of the body, and of the rows in an array of it. */
const FIELD_DEPTH = 1;
const ROW_DEPTH = 2;

const QUOTE = 34;
const COMMA = 44;
const OPEN_ARRAY = 91;
const BACKSLASH = 92;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/** A large body as it is to be parsed. */
export interface LargeJson {
  readonly bytes: Buffer;
  /** Fields of the body itself were left out: even if the others are valid, it is not. */
  readonly fieldsLeftOut: boolean;
}

/**
 * Bounds what parsing a large body costs: members beyond the bounds above are left out of the text before `JSON.parse` makes
 * objects of them (an object of 1.8 million members takes it more than a second). Linear, and other requests have their
 * turns meanwhile. Null when the body is nested deeper than `deepest`. What is no JSON stays none.
 */
export async function boundLargeJson(bytes: Buffer, deepest: number): Promise<LargeJson | null> {
  const kept: Buffer[] = [];
  const counts = { fields: 0, rows: 0, values: 0 };
  let [keptFrom, depth, inString] = [0, 0, false];
  /** Depth of the container whose further members are left out; 0: none. */
  let leavingOut = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (at % STEP === STEP - 1) await nextTurn();
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
  return { bytes: Buffer.concat(kept), fieldsLeftOut: counts.fields >= FIELDS };
}

/** Counts a comma at a depth; true when what follows it is beyond the bound there. */
function isBeyond(counts: { fields: number; rows: number; values: number }, depth: number): boolean {
  if (depth <= FIELD_DEPTH) return ++counts.fields >= FIELDS;
  if (depth > ROW_DEPTH) return ++counts.values >= VALUES_OF_A_ROW;
  counts.values = 0;
  return ++counts.rows >= ROWS;
}
