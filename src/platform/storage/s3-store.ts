import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import type { S3Config } from '../config/config-outside';
import { type ByteRange, RecordingStore } from './recording-store';

type Sdk = typeof import('@aws-sdk/client-s3');

/** Reading a whole recording may last longer. */
const CONNECT_TIMEOUT_MS = 5_000;
const IDLE_TIMEOUT_MS = 30_000;

/** Retries of an upload while another one of the same name is under way, which may still fail. */
const MAX_CONFLICTS = 5;
const CONFLICT_PAUSE_MS = 200;

/** Stores recordings in a bucket. The client is large, so it is loaded on first use. */
export class S3Store extends RecordingStore {
  #loaded: Promise<{ readonly sdk: Sdk; readonly client: S3Client }> | undefined;

  constructor(private readonly config: S3Config) {
    super();
  }

  override async size(name: string): Promise<number | null> {
    const { sdk, client } = await this.#load();
    try {
      const head = await client.send(new sdk.HeadObjectCommand(this.#object(name)));
      return head.ContentLength ?? null;
    } catch (error) {
      if (statusOf(error) === 404) return null;
      throw error;
    }
  }

  override async add(name: string, path: string): Promise<void> {
    for (let conflicts = 0; ; conflicts += 1) {
      try {
        await this.#put(name, path, { IfNoneMatch: '*' });
        return;
      } catch (error) {
        const status = statusOf(error);
        // Another process was first.
        if (status === 412) return;
        if (status !== 409 || conflicts === MAX_CONFLICTS) throw error;
        await wait(CONFLICT_PAUSE_MS);
      }
    }
  }

  override async replace(name: string, path: string): Promise<void> {
    await this.#put(name, path, {});
  }

  override async read(name: string, { start, end }: ByteRange): Promise<Readable> {
    const { sdk, client } = await this.#load();
    const object = await client.send(
      new sdk.GetObjectCommand({ ...this.#object(name), Range: `bytes=${start}-${end}` }),
    );
    return object.Body as Readable;
  }

  override async remove(name: string): Promise<void> {
    const { sdk, client } = await this.#load();
    await client.send(new sdk.DeleteObjectCommand(this.#object(name)));
  }

  async #put(name: string, path: string, unless: { IfNoneMatch?: string }): Promise<void> {
    const { sdk, client } = await this.#load();
    const { size } = await stat(path);
    const put = new sdk.PutObjectCommand({
      ...this.#object(name),
      ...unless,
      Body: createReadStream(path),
      ContentLength: size,
      ContentType: 'audio/wav',
    });
    await client.send(put);
  }

  #object(name: string) {
    return { Bucket: this.config.bucket, Key: `${this.config.prefix}${name}` };
  }

  #load() {
    this.#loaded ??= import('@aws-sdk/client-s3').then((sdk) => ({ sdk, client: this.#connect(sdk) }));
    return this.#loaded;
  }

  #connect(sdk: Sdk): S3Client {
    const { endpoint, region, credentials } = this.config;
    return new sdk.S3Client({
      region,
      ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
      ...(credentials === null ? {} : { credentials }),
      // Not all servers accept the SDK's default checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: IDLE_TIMEOUT_MS },
    });
  }
}

function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
}
