import { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';

/**
 * Makes requests and responses that begin with the prototypes that Express gives them, for `createServer`. Where
 * Express changes the prototype of each one, V8 makes a new hidden class for each property that is added later, and
 * caches no access.
 */
export function expressClasses(app: Express) {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {}
  Object.setPrototypeOf(ExpressRequest.prototype, app.request);
  Object.setPrototypeOf(ExpressResponse.prototype, app.response);
  Object.assign(app, { request: ExpressRequest.prototype, response: ExpressResponse.prototype });
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
}
