import { type ArgumentsHost, Catch, type ExceptionFilter, Inject } from '@nestjs/common';
import type { Response } from 'express';
import type { Logger } from 'pino';
import { LOGGER } from '../../platform/logger.token';
import { loggedError, sendError } from '../../platform/http/error.filter';
import type { ServiceRequest } from '../../platform/http/request-context';
import { failedPage, INVITATION_HEADERS } from './invitation.page';

/** Internal errors get a page, as people open the link; others get the standard envelope. */
@Catch()
export class InvitationErrorFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<ServiceRequest>();
    const response = http.getResponse<Response>();
    const error = loggedError(this.logger, thrown, request);
    if (error.code === 'internal_error') response.status(500).set(INVITATION_HEADERS).send(failedPage());
    else sendError(request, response, error);
  }
}
