import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { DomainError } from '../kernel/domain-error';
import type { ServiceRequest } from './request-context';
import { upgradeOf } from './upgrades';

/** 400 for a request to a WebSocket that is none of version 13; 503 while too many wait. */
@Injectable()
export class UpgradeGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    if (!request.operation?.socket) return true;
    const upgrade = upgradeOf(request);
    if (!upgrade || request.method !== 'GET') {
      context.switchToHttp().getResponse<Response>().setHeader('Sec-WebSocket-Version', '13');
      throw new DomainError('invalid_request', 'This path takes a WebSocket of version 13 alone.', {
        errors: [{ field: 'headers.Upgrade', message: 'must be websocket, with Sec-WebSocket-Version 13' }],
      });
    }
    if (upgrade.isCrowded) {
      throw new DomainError('auth_unavailable', 'Too many sockets are being opened: try again shortly.');
    }
    return true;
  }
}
