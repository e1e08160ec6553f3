import type { ErrorCode } from '../kernel/domain-error';

/**
 * The description's table of errors, and the additional codes of the decisions: code → HTTP status.
 * No other pair of status and code ever leaves the service; a code without a line here does not compile.
 */
export const ERROR_STATUS: Readonly<Record<ErrorCode, number>> = {
  invalid_request: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  insufficient_credits: 402,
  insufficient_scope: 403,
  product_not_enabled: 403,
  counsellor_not_manageable: 403,
  not_found: 404,
  agent_not_found: 404,
  counsellor_not_found: 404,
  method_not_allowed: 405,
  call_already_queued: 409,
  idempotency_key_reused: 409,
  call_not_cancelable: 409,
  human_call_not_cancelable: 409,
  agent_disabled: 409,
  agent_inbound_only: 409,
  agent_name_taken: 409,
  version_conflict: 409,
  counsellor_unavailable: 409,
  email_in_use_elsewhere: 409,
  carrier_extension_taken: 409,
  no_default_agent: 409,
  do_not_call: 409,
  invalid_voice: 422,
  unsupported_tts_model: 422,
  unsupported_language: 422,
  voice_language_mismatch: 422,
  booking_page_not_found: 422,
  invalid_agent: 422,
  rate_limited: 429,
  internal_error: 500,
  auth_unavailable: 503,
};
