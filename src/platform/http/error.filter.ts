import { type ArgumentsHost, Catch, type ExceptionFilter, Inject, NotFoundException } from '@nestjs/common';
import type { Response } from 'express';
import type { Logger } from 'pino';
import { LOGGER } from '../logger.token';
import { DomainError, type ErrorCode, RetryLater } from '../kernel/domain-error';
import { describeError } from '../logging';
import { freeSlots } from './body/json-body';
import { ERRORS } from '../kernel/error-table';
import type { ServiceRequest } from './request-context';

export interface ErrorEnvelope {
  readonly error: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly request_id: string;
    readonly details?: unknown;
  };
}

export function envelope(error: DomainError, requestId: string): ErrorEnvelope {
  return {
    error: {
      code: error.code,
      message: error.message,
      request_id: requestId,
      ...(error.details === undefined ? {} : { details: error.details }),
    },
  };
}

export function unknownPath({ hasDocs }: { readonly hasDocs: boolean }): DomainError {
  const docs = hasDocs ? ' The API is described at /docs.' : '';
  return new DomainError('not_found', `There is nothing at this path.${docs}`);
}

export function wrongMethod(method: string | undefined, allow: string): DomainError {
  return new DomainError(
    'method_not_allowed',
    `This path does not take ${method ?? 'this method'}; it takes ${allow}.`,
  );
}

export function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error as DomainError;
  // Nest throws it for a missing file below /docs.
  if (error instanceof NotFoundException) return unknownPath({ hasDocs: true });
  return new DomainError('internal_error', ERRORS.internal_error.message);
}

/** Turns errors of guards and handlers into responses. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    answerError(this.logger, thrown, http.getRequest<ServiceRequest>(), http.getResponse<Response>());
  }
}

export function answerError(
  logger: Logger,
  thrown: unknown,
  request: ServiceRequest,
  response: Response,
): void {
  sendError(request, response, loggedError(logger, thrown, request));
}

export function loggedError(logger: Logger, thrown: unknown, request: ServiceRequest): DomainError {
  const error = toDomainError(thrown);
  if (error.code === 'internal_error') {
    logger.error({ request_id: request.requestId, error: describeError(thrown) }, 'internal error');
  }
  return error;
}

export function sendError(request: ServiceRequest, response: Response, error: DomainError): void {
  freeSlots(request);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  if (error.code === 'auth_unavailable') response.setHeader('Retry-After', '5');
  if (error instanceof RetryLater) response.setHeader('Retry-After', String(error.seconds));
  const { status } = ERRORS[error.code];
  if (status === 401 && request.operation?.bearer) response.setHeader('WWW-Authenticate', 'Bearer');
  response.status(status).json(envelope(error, request.requestId));
}
