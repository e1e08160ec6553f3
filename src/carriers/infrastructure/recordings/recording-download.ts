import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Agent, type buildConnector, request } from 'undici';
import { hostOf, originOf } from '../../../platform/kernel/network/url-host';
import { type AddressGuard, RefusedAddress } from '../../../platform/outbound/address-guard';
import { guardedConnector } from '../../../platform/outbound/guarded-connector';
import { MINUTE_MS } from '../../../platform/kernel/time/durations';

const CONNECT_MS = 4_000;
const ANSWER_MS = 10_000;
const MAX_HEADER_BYTES = 16_384;
const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export interface DownloadLimits {
  readonly bytes: number;
  readonly ms: number;
}

const LIMITS: DownloadLimits = { bytes: 200 * 1_048_576, ms: 5 * MINUTE_MS };

/** Named by the operator, with its credentials. */
export interface DownloadHost {
  readonly baseUrl: string;
  readonly user: string;
  readonly password: string;
}

/** The message is the reason, without address and secret. */
export class DownloadFailure extends Error {
  override readonly name = 'DownloadFailure';
}

/**
 * Downloads a carrier's recording. The operator chose the trunk's host. Any other host must be https at a public
 * address, and never gets the credentials.
 */
export class RecordingDownload {
  constructor(
    private readonly guard: Pick<AddressGuard, 'check' | 'lookup'>,
    private readonly limits: DownloadLimits = LIMITS,
    private readonly ca?: string,
  ) {}

  /**
   * Downloads to a new file at `path`. @param address absolute, or below the host's base URL @throws DownloadFailure
   */
  async to(path: string, address: string, host: DownloadHost, signal: AbortSignal): Promise<void> {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(this.limits.ms)]);
    const first = address.startsWith('/') ? `${host.baseUrl}${address}` : address;
    if (!URL.canParse(first)) throw new DownloadFailure('its address is not a URL');
    let url = new URL(first);
    let isOwn = url.origin === new URL(host.baseUrl).origin;
    try {
      for (let hop = 0; ; hop++) {
        const next = await this.#hop(path, url, isOwn ? host : null, limited);
        if (next === null) return;
        if (hop === MAX_REDIRECTS) throw new DownloadFailure('it was redirected too often');
        // Another host may not redirect back to the trunk's host.
        isOwn &&= next.origin === url.origin;
        url = next;
      }
    } catch (error) {
      throw failureOf(error, limited);
    }
  }

  /** @returns null after the download, else the target of a redirect */
  async #hop(path: string, url: URL, host: DownloadHost | null, signal: AbortSignal): Promise<URL | null> {
    if (url.username !== '' || url.password !== '') throw new DownloadFailure('its address holds a password');
    if (!host && url.protocol !== 'https:') throw new DownloadFailure('its address is not https');
    const agent = this.#agent(host !== null);
    try {
      const { statusCode, headers, body } = await request(`${originOf(url)}${url.pathname}${url.search}`, {
        dispatcher: agent,
        signal,
        headers: { 'accept-encoding': 'identity', ...(host && { authorization: basic(host) }) },
      });
      if (REDIRECTS.has(statusCode)) return redirectTarget(headers['location'], url);
      if (statusCode !== 200) throw new DownloadFailure(`its host answered ${statusCode}`);
      if (Number(headers['content-length'] ?? 0) > this.limits.bytes) throw tooLarge();
      // Opened before the download: a stream that is destroyed early would create the file after the caller removed it.
      const file = await open(path, 'w', 0o600);
      await pipeline(body, limitBytes(this.limits.bytes), file.createWriteStream(), { signal });
      return null;
    } finally {
      agent.destroy().catch(() => undefined);
    }
  }

  #agent(isOwn: boolean): Agent {
    const connect: buildConnector.BuildOptions = {
      timeout: CONNECT_MS,
      family: 4,
      autoSelectFamily: false,
      ...(this.ca !== undefined && { ca: this.ca }),
    };
    return new Agent({
      connect: isOwn ? connect : guardedConnector(this.guard, connect),
      headersTimeout: ANSWER_MS,
      bodyTimeout: ANSWER_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
    });
  }
}

function limitBytes(most: number) {
  return async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let length = 0;
    for await (const part of source) {
      length += part.length;
      if (length > most) throw tooLarge();
      yield part;
    }
  };
}

function redirectTarget(location: string | string[] | undefined, from: URL): URL {
  if (typeof location !== 'string' || !URL.canParse(location, from.href) || hostOf(from) === '')
    throw new DownloadFailure('it was redirected nowhere');
  return new URL(location, from);
}

function basic({ user, password }: DownloadHost): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

function tooLarge(): DownloadFailure {
  return new DownloadFailure('it is larger than allowed');
}

/** Messages of other errors may contain an address. */
function failureOf(error: unknown, signal: AbortSignal): DownloadFailure {
  if (error instanceof DownloadFailure) return error;
  if (error instanceof RefusedAddress) return new DownloadFailure('its host is not a public one');
  if (signal.aborted) return new DownloadFailure('it took too long');
  const { code = 'unknown' } = error as { code?: string };
  return new DownloadFailure(`the connection failed (${code})`);
}
