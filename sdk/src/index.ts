export type { ApiCall } from './api-call.ts';
export { AiCallingError } from './base-error.ts';
export { AiCalling } from './client.ts';
export {
  AbortError,
  ApiError,
  BrowserKeyError,
  ConnectionError,
  type DetailsOf,
  type ErrorCode,
  isApiError,
  TimeoutError,
  WaitTimeoutError,
} from './errors.ts';
export type { ListCall, Page } from './list-call.ts';
export type * from './models.ts';
export type { ClientOptions, DeprecationNotice, RequestOptions, RetryNotice } from './options.ts';
export type { ApiResponse } from './response.ts';
export type { components, operations } from './schema.gen.ts';
export type { ToolInvocation } from './tool-invocation.ts';
export { API_VERSION, VERSION } from './version.ts';
export type { BatchWaitOptions, CallWaitOptions, WaitOptions } from './waits.ts';
export {
  type KnownEvent,
  SignatureError,
  type SignatureProblem,
  type SignedRequest,
  type UnknownEvent,
  verifyToolInvocation,
  verifyWebhook,
  type WebhookEvent,
} from './webhooks.ts';
