import type { Server } from 'node:http';
import { Injectable } from '@nestjs/common';
import { type AbstractHttpAdapter, HttpAdapterHost } from '@nestjs/core';
import { Config } from '../config/config';

/** The origin of recording and invitation links: PUBLIC_URL, else http://HOST:PORT. */
@Injectable()
export class PublicOrigin {
  #bound: number | null = null;

  constructor(
    private readonly config: Config,
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
