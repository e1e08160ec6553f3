import type { Server } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { type AbstractHttpAdapter, HttpAdapterHost } from '@nestjs/core';
import type { Config } from '../config/config';
import { CONFIG } from '../config/config.token';

/** The origin of recording and invitation links: PUBLIC_URL, else http://HOST:PORT. */
@Injectable()
export class PublicOrigin {
  #bound: number | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly host: HttpAdapterHost,
  ) {}

  get value(): string {
    const { publicUrl, host } = this.config;
    if (publicUrl !== null) return publicUrl;
    const reachable = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
    return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${this.#port}`;
  }

  /** With PORT=0 the port is known once the service listens. */
  get #port(): number {
    if (this.#bound !== null) return this.#bound;
    const adapter = this.host.httpAdapter as AbstractHttpAdapter | undefined;
    const address = (adapter?.getHttpServer() as Server | undefined)?.address();
    if (typeof address !== 'object' || !address) return this.config.port;
    this.#bound = address.port;
    return this.#bound;
  }
}
