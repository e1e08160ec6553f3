import { ATTEMPT_CHECKS } from './attempt-checks';
import { CALL_CHECKS } from './call-checks';
import type { SqlCheck } from './check';
import { DIAL_CHECKS } from './dial-checks';
import { LEDGER_CHECKS } from './ledger-checks';
import { LEG_CHECKS } from './leg-checks';
import { TOOL_CHECKS } from './tool-checks';

/** All checks but that of the calling hours, which is not SQL. */
export const SQL_CHECKS: readonly SqlCheck[] = [
  ...DIAL_CHECKS,
  ...CALL_CHECKS,
  ...ATTEMPT_CHECKS,
  ...LEDGER_CHECKS,
  ...LEG_CHECKS,
  ...TOOL_CHECKS,
];
