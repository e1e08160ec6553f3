import type { Response } from 'express';
import type { ServiceRequest } from './request-context';

/** Where the console's page and the session API live. */
export const CONSOLE = '/console';

/** What a request of the page gets; a context provides it. */
export abstract class PageFiles {
  /** Whether the page was built; without it every path of the page is unknown. */
  abstract get isBuilt(): boolean;

  /** Sets the headers of every answer below `/console`, the session API's too. */
  abstract secure(response: Response): void;

  /**
   * Answers a GET or HEAD of the page or of one of its files, and 405 to other methods.
   * @returns false when there is nothing at the path; then nothing was sent
   */
  abstract answer(request: ServiceRequest, response: Response, path: string): boolean;
}
