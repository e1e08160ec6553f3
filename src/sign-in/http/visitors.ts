import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { Config } from '../../platform/config/config';
import { clientAddress } from '../../platform/http/client-address';
import type { ServiceRequest } from '../../platform/http/request-context';
import { KnownBrowsers } from '../application/known-browsers';
import { SessionReader } from '../application/session-reader';
import type { OpenedSession } from '../application/sessions';
import type { Visitor } from '../application/visitor';
import { readCookie, writeCookie } from './cookies';

const FORWARDED = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'forwarded', 'x-real-ip'];

@Injectable()
export class Visitors {
  constructor(
    private readonly browsers: KnownBrowsers,
    private readonly sessions: SessionReader,
    private readonly config: Config,
  ) {}

  of(request: ServiceRequest): Visitor {
    const cookie = readCookie('browser', request, this.config.publicUrl);
    return {
      address: clientAddress(request) ?? '',
      userAgent: request.headers['user-agent'] ?? '',
      known: cookie === null ? null : this.browsers.read(cookie),
      behindUnknownProxy:
        this.config.trustProxy === false && FORWARDED.some((name) => Object.hasOwn(request.headers, name)),
    };
  }

  /** Sets the cookies, which also make the browser known for the login; returns the session as it is shown. */
  async signedIn(session: OpenedSession, request: ServiceRequest, response: Response) {
    const to = { request, response, publicUrl: this.config.publicUrl };
    writeCookie('session', session.token, to);
    writeCookie('browser', this.browsers.write(this.of(request).known, session), to);
    return this.sessions.view(session.id);
  }

  signedOut(request: ServiceRequest, response: Response): void {
    writeCookie('session', null, { request, response, publicUrl: this.config.publicUrl });
  }
}
