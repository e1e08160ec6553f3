import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { AddressInfo } from 'node:net';
import type { Config } from '../../platform/config';
import { CONFIG } from '../../platform/config.token';

/** "recording and invitation links begin with it": PUBLIC_URL, else http://HOST:PORT. */
@Injectable()
export class InvitationLink {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly http: HttpAdapterHost,
  ) {}

  to(token: string): string {
    return `${this.config.publicUrl ?? this.#own()}/invitations/${token}`;
  }

  #own(): string {
    const host = ['0.0.0.0', '::'].includes(this.config.host) ? '127.0.0.1' : this.config.host;
    const server = this.http.httpAdapter.getHttpServer() as { address(): AddressInfo | string | null };
    const address = this.config.port === 0 ? server.address() : null;
    const port = typeof address === 'object' && address ? address.port : this.config.port;
    return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  }
}
