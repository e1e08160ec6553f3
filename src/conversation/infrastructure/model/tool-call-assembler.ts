import { isObject, own } from '../../../platform/kernel/own';
import { JsonEnd } from './json-end';
import type { ModelCall } from './model-piece';

/** The limit of one answer; further calls are dropped. */
const MAX_CALLS = 16;
/** The limit of one call. Longer arguments are cut, so they are not valid JSON. */
const MAX_ARGUMENTS_LENGTH = 65_536;

interface Assembled {
  readonly index: number | null;
  id: string | null;
  name: string;
  text: string;
  readonly end: JsonEnd;
  /** Arguments that came as an object. */
  whole: object | null;
}

/**
 * Joins the deltas of function calls. Servers leave out ids and indexes, repeat an index for the next call, repeat id and
 * name with each piece, and send arguments as objects.
 */
export class ToolCallAssembler {
  readonly #calls: Assembled[] = [];
  #letters = 0;

  get hasBegun(): boolean {
    return this.#calls.length > 0;
  }

  /** Characters of arguments until now. */
  get letters(): number {
    return this.#letters;
  }

  add(deltas: unknown): void {
    if (!Array.isArray(deltas)) return;
    for (const delta of deltas as unknown[]) if (isObject(delta)) this.#addOne(delta);
  }

  calls(): ModelCall[] {
    return this.#calls
      .filter(({ name }) => name !== '')
      .map(({ name, text, whole }) => ({ name, arguments: whole ?? text }));
  }

  #addOne(delta: Readonly<Record<string, unknown>>): void {
    const body = own(delta, 'function');
    const part = isObject(body) ? body : {};
    const [id, name] = [textOf(own(delta, 'id')), textOf(own(part, 'name'))];
    const index = own(delta, 'index');
    const place = typeof index === 'number' ? index : null;
    const call = this.#findContinued(place, id, name) ?? this.#begin(place);
    if (!call) return;
    call.id ??= id;
    // A name comes whole, with each piece or once; a piece of it only before any arguments.
    if (name !== null && name !== call.name && call.text === '') call.name += name;
    const sent = own(part, 'arguments');
    if (isObject(sent)) call.whole = sent;
    else if (typeof sent === 'string') {
      const piece = sent.slice(0, MAX_ARGUMENTS_LENGTH - call.text.length);
      call.text += piece;
      call.end.add(piece);
      this.#letters += sent.length;
    }
  }

  /** The call that a piece belongs to; undefined: it begins the next. */
  #findContinued(place: number | null, id: string | null, name: string | null): Assembled | undefined {
    const last =
      place === null
        ? (this.#calls.findLast((call) => id !== null && call.id === id) ??
          (id === null ? this.#calls.at(-1) : undefined))
        : this.#calls.findLast(({ index }) => index === place);
    if (!last || name === null) return last;
    const isOther = id !== null && last.id !== null && id !== last.id;
    const isWhole = last.whole !== null || last.end.isReached;
    return isOther || isWhole || (place === null && id === null && last.name !== '') ? undefined : last;
  }

  #begin(index: number | null): Assembled | null {
    if (this.#calls.length >= MAX_CALLS) return null;
    const call: Assembled = { index, id: null, name: '', text: '', end: new JsonEnd(), whole: null };
    this.#calls.push(call);
    return call;
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
