import { CALL_CHECKS } from './call-checks';
import type { SqlCheck } from './check';
import { DIAL_CHECKS } from './dial-checks';
import { LEDGER_CHECKS } from './ledger-checks';

/** Everything that the service promises and that rows can show, beside the calling hours. */
export const SQL_CHECKS: readonly SqlCheck[] = [...DIAL_CHECKS, ...CALL_CHECKS, ...LEDGER_CHECKS];
