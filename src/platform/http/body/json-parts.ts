import { randomUUID } from 'node:crypto';

/** Rows are parsed together up to this size, within some tenths of a millisecond. */
const PACKET_BYTES = 16 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
/** A byte order mark is valid at the start of the body only. */
const inner = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const incomplete = new WeakSet<object>();

export const TOO_MUCH = 'must have fewer values and shorter texts: it is larger than any valid one';

export function isIncomplete(row: unknown): boolean {
  return typeof row === 'object' && row !== null && incomplete.has(row);
}

export interface LargeJson {
  readonly value: unknown;
  /** Parts of these fields were left out (`body`: of the body itself), so it is invalid whatever the rest is. */
  readonly cutFields: readonly string[];
}

/** Divides a body into a frame and its containers, which are parsed in packets of rows. */
export class JsonParts {
  /** Stands for a container in the frame; a client cannot guess it. */
  readonly #mark = randomUUID();
  readonly #containers: Container[] = [];
  readonly #frame: Buffer[] = [];
  #isFrameCut = false;
  #open: Container | null = null;
  #packet: Buffer[] = [];
  #packetFrom = 0;
  #from = 0;

  constructor(private readonly bytes: Buffer) {}

  open(at: number, isArray: boolean): void {
    this.#store(at);
    this.#frame.push(Buffer.from(`"${this.#mark}${this.#containers.length}"`));
    this.#open = new Container(isArray);
    this.#containers.push(this.#open);
    this.#packetFrom = this.#from = at + 1;
  }

  /** Returns true when a packet was parsed. @throws SyntaxError */
  endRow(at: number): boolean {
    this.#open?.endRow();
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

  pause(at: number): void {
    this.#store(at);
    if (this.#open) this.#open.cutRow();
    else this.#isFrameCut = true;
  }

  resume(at: number): void {
    this.#from = at;
  }

  /** @throws SyntaxError, TypeError */
  value(): LargeJson {
    if (this.#open) throw new SyntaxError('a bracket is open');
    this.#store(this.bytes.length);
    const value = JSON.parse(utf8.decode(Buffer.concat(this.#frame))) as unknown;
    const cutFields = this.#isFrameCut ? ['body'] : [];
    if (typeof value !== 'object' || value === null) return { value, cutFields };
    for (const [key, field] of Object.entries(value)) {
      if (key.startsWith(this.#mark)) throw new SyntaxError('a name must be a string');
      if (typeof field !== 'string' || !field.startsWith(this.#mark)) continue;
      const container = this.#containers[Number(field.slice(this.#mark.length))];
      Object.defineProperty(value, key, { value: container?.value });
      if (container?.isCut) cutFields.push(key);
    }
    return { value, cutFields };
  }

  #parsePacket(at: number, isLast: boolean): void {
    this.#store(at);
    this.#open?.add(inner.decode(Buffer.concat(this.#packet)), isLast);
    this.#packet = [];
    this.#packetFrom = this.#from = at + 1;
  }

  #store(until: number): void {
    (this.#open ? this.#packet : this.#frame).push(this.bytes.subarray(this.#from, until));
  }
}

class Container {
  readonly #rows: unknown[] = [];
  readonly #members: object = {};
  readonly #cutRows = new Set<number>();
  #row = 0;
  #isEmpty = true;

  constructor(readonly isArray: boolean) {}

  endRow(): void {
    this.#row++;
  }

  cutRow(): void {
    this.#cutRows.add(this.#row);
  }

  get isCut(): boolean {
    return this.#cutRows.size > 0;
  }

  /** `isLast`: the container ends with this packet. @throws SyntaxError */
  add(text: string, isLast: boolean): void {
    const packet = JSON.parse(this.isArray ? `[${text}]` : `{${text}}`) as unknown[] | object;
    const members = Object.entries(packet);
    // `[]` and `{}` are valid, a comma without a member is not.
    if (members.length === 0 && !(isLast && this.#isEmpty)) throw new SyntaxError('a member is missing');
    this.#isEmpty &&= members.length === 0;
    if (Array.isArray(packet)) for (const row of packet as unknown[]) this.#rows.push(row);
    else for (const [name, value] of members) define(this.#members, name, value);
  }

  get value(): unknown {
    if (!this.isArray) return this.#members;
    for (const at of this.#cutRows) {
      const row = this.#rows[at];
      if (typeof row === 'object' && row !== null) incomplete.add(row);
    }
    return this.#rows;
  }
}

/** As `JSON.parse`, for which `__proto__` is an ordinary name. */
function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
}
