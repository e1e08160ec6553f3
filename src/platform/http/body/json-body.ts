import type { Response } from 'express';
import { type FieldProblem, RetryLater } from '../../kernel/domain-error';
import { TimeSlices } from '../../time-slices';
import { BodySlots } from './body-slots';
import { clientAddress } from '../client-address';
import { digestOf } from '../fingerprint';
import type { LargeJson } from './json-parts';
import { parseLargeJson } from './large-json';
import type { ServiceRequest } from '../request-context';
import { isDeeperThan } from '../../kernel/json-tree';
import { isObject } from '../../kernel/own';

export const BODY_LIMIT = 1_048_576;

/** No valid body needs more; protects recursive code. */
const MAX_DEPTH = 128;
/** With the body itself. */
const MAX_LEVELS = MAX_DEPTH + 1;
const TOO_DEEP = `must not be nested deeper than ${MAX_DEPTH} levels`;

const LARGE_BODY_BYTES = 64 * 1024;

/** A body occupies slots once more than this has arrived. */
const MAX_UNSLOTTED_BYTES = 256 * 1024;

/** Large bodies of one sender in memory; the rest of further ones is not read yet. A request has 13 s to arrive. */
const received = new BodySlots(8, 8_000);
/** Large bodies of one sender in progress; parsed, they need several times their size. */
const handled = new BodySlots(2);

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

export type ReadBody =
  | {
      readonly kind: 'json';
      readonly value: unknown;
      readonly cutFields: readonly string[];
      /** The digest of the whole body, if parts of it were left out. */
      readonly digest: string | null;
    }
  | { readonly kind: 'none' }
  | { readonly kind: 'problem'; readonly problems: readonly FieldProblem[] };

const problem = (message: string): ReadBody => ({
  kind: 'problem',
  problems: [{ field: 'body', message }],
});

const NO_BYTES = Buffer.alloc(0);
const NOT_WHOLE = problem('must arrive whole');

/** `none`: no body, an empty one or `{}`, with any Content-Type. `optional`: a sent body must be JSON. */
type BodyNeed = 'required' | 'optional' | 'none';

interface BodyOptions {
  readonly limit: number;
  readonly need: BodyNeed;
}

/** Runs after key, rate and scope were checked. A large body occupies slots until `freeSlots`. @throws RetryLater */
export async function readBody(
  request: ServiceRequest,
  response: Response,
  { limit, need }: BodyOptions,
): Promise<ReadBody> {
  const wrongType = contentTypeProblems(request.headers['content-type']);
  const wrongHeaders = [
    ...contentEncodingProblems(request.headers['content-encoding']),
    ...(need === 'required' ? wrongType : []),
  ];
  if (wrongHeaders.length > 0) return { kind: 'problem', problems: wrongHeaders };
  const occupy = async (slots: BodySlots): Promise<boolean> => {
    const free = await slots.occupy(senderOf(request), response);
    if (free) (request.slots ??= []).push(free);
    return free !== null;
  };
  const bytes = await readBytes(request, response, limit, () => occupy(received));
  if (!Buffer.isBuffer(bytes)) return bytes;
  if (bytes.length === 0) return need === 'required' ? problem('must be a JSON object') : { kind: 'none' };
  if (need === 'optional' && wrongType.length > 0) return { kind: 'problem', problems: wrongType };
  if (bytes.length > MAX_UNSLOTTED_BYTES && !(await occupy(handled))) return NOT_WHOLE;
  let json: LargeJson | null;
  try {
    json = await parse(bytes);
  } catch (error) {
    const reason = error instanceof TypeError ? 'must be UTF-8' : 'must be well-formed JSON';
    return problem(need === 'none' ? 'must be absent, empty or {}' : reason);
  }
  if (!json) return problem(TOO_DEEP);
  const { value, cutFields } = json;
  if (need === 'none' && !isObject(value)) return problem('must be absent, empty or {}');
  const digest = cutFields.length > 0 ? await digestOf(bytes) : null;
  return { kind: 'json', value, cutFields, digest };
}

/** Frees the slots of a request that was handled. Idempotent. */
export function freeSlots(request: ServiceRequest): void {
  for (const free of request.slots?.splice(0) ?? []) free();
}

/** `null`: the nesting is too deep. @throws SyntaxError, TypeError */
async function parse(bytes: Buffer): Promise<LargeJson | null> {
  if (bytes.length > LARGE_BODY_BYTES) return parseLargeJson(bytes, MAX_LEVELS, new TimeSlices());
  const value = JSON.parse(utf8.decode(bytes)) as unknown;
  return isDeeperThan(value, MAX_LEVELS) ? null : { value, cutFields: [] };
}

function senderOf(request: ServiceRequest): string {
  return request.principal?.accountId ?? request.principal?.id ?? clientAddress(request) ?? '';
}

function contentEncodingProblems(header = 'identity'): FieldProblem[] {
  if (header.toLowerCase() === 'identity') return [];
  return [{ field: 'headers.Content-Encoding', message: 'must be absent: compressed bodies are not taken' }];
}

function contentTypeProblems(header: string | undefined): FieldProblem[] {
  const wrong = (message: string): FieldProblem[] => [{ field: 'headers.Content-Type', message }];
  const [type = '', ...parameters] = (header ?? '').split(';').map((part) => part.trim().toLowerCase());
  if (type !== 'application/json') return wrong('must be application/json');
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice(8)
    .replaceAll('"', '');
  return charset === undefined || charset === 'utf-8' || charset === 'utf8'
    ? []
    : wrong('must have charset utf-8 or none');
}

/** A body beyond the limit is refused at once; {@link linger} discards the rest. */
async function readBytes(
  request: ServiceRequest,
  response: Response,
  limit: number,
  occupy: () => Promise<boolean>,
): Promise<Buffer | ReadBody> {
  if (!announcesBody(request)) return NO_BYTES;
  const refuse = (refusal: ReadBody): ReadBody => {
    response.shouldKeepAlive = false;
    return refusal;
  };
  const tooLarge = problem(`must have at most ${limit} bytes`);
  const announced = Number(request.headers['content-length'] ?? NaN);
  if (announced > limit) return refuse(tooLarge);
  if (announced <= MAX_UNSLOTTED_BYTES) return (await announcedBytes(request)) ?? refuse(NOT_WHOLE);
  try {
    return (await streamedBytes(request, limit, occupy)) ?? refuse(tooLarge);
  } catch (error) {
    refuse(NOT_WHOLE);
    if (error instanceof RetryLater) throw error;
    return NOT_WHOLE;
  }
}

/** A body that may need a slot; null: it exceeds the limit. @throws Error when it does not arrive whole */
async function streamedBytes(
  request: ServiceRequest,
  limit: number,
  occupy: () => Promise<boolean>,
): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  // The answer still needs the socket.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    const hasSlot = size > MAX_UNSLOTTED_BYTES;
    size += chunk.length;
    if (size > limit) return null;
    chunks.push(chunk);
    if (!hasSlot && size > MAX_UNSLOTTED_BYTES && !(await occupy()))
      throw new Error('the connection was lost while it waited for a slot');
  }
  return Buffer.concat(chunks);
}

/** A body with a Content-Length, which Node enforces; null if it does not arrive whole. An iterator costs more. */
function announcedBytes(request: ServiceRequest): Promise<Buffer | null> {
  return new Promise((resolve) => {
    // Lost during the checks before: no event follows.
    if (request.destroyed) {
      resolve(null);
      return;
    }
    const chunks: Buffer[] = [];
    const collect = (chunk: Buffer): void => void chunks.push(chunk);
    const end = (bytes: Buffer | null): void => {
      request.off('data', collect).off('end', arrived).off('error', broken).off('close', broken);
      resolve(bytes);
    };
    const arrived = (): void => end(Buffer.concat(chunks));
    const broken = (): void => end(null);
    request.on('data', collect).on('end', arrived).on('error', broken).on('close', broken);
  });
}

/** Without both headers a request has no body (RFC 9112, 6.3), and its iterator would be 3 % of a GET. */
function announcesBody({ headers }: ServiceRequest): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}
