import type { Response } from 'express';
import type { ServiceRequest } from './request-context';

export const CONSOLE = '/console';

/** Serves the console's page; a context provides it. */
export abstract class PageFiles {
  abstract get isBuilt(): boolean;

  /** Sets the headers of every response below `/console`, the session API's too. */
  abstract secure(response: Response): void;

  /** Responds 405 to methods other than GET and HEAD. Returns false, with nothing sent, for an unknown path. */
  abstract answer(request: ServiceRequest, response: Response, path: string): boolean;
}
