import { canonicalJson } from '../../platform/kernel/canonical-json';
import { MINUTE_MS } from '../../platform/kernel/time/durations';

/** What a person approves. */
export interface Approval {
  readonly accountId: string;
  readonly tool: string;
  readonly arguments: object;
}

export interface Signer {
  sign(text: string): string;
  isSigned(text: string, claimed: string): boolean;
}

export type ConfirmationVerdict = 'valid' | 'other' | 'too_old';

const PREFIX = 'cnf_';
const LIFETIME_MS = 10 * MINUTE_MS;

/** Signed, and stored nowhere: it names its expiry, and covers account, tool and arguments. */
export class Confirmations {
  constructor(private readonly signer: Signer) {}

  issue(approval: Approval, nowMs: number): { readonly confirmation: string; readonly expiresAt: Date } {
    const expiresMs = nowMs + LIFETIME_MS;
    const signature = this.signer.sign(textOf(approval, expiresMs));
    return {
      confirmation: `${PREFIX}${expiresMs.toString(36)}_${signature}`,
      expiresAt: new Date(expiresMs),
    };
  }

  judge(approval: Approval, confirmation: string, nowMs: number): ConfirmationVerdict {
    const [, expiry = '', signature = ''] = /^cnf_([0-9a-z]{1,12})_([\w-]{1,100})$/.exec(confirmation) ?? [];
    const expiresMs = parseInt(expiry, 36);
    if (signature === '' || !this.signer.isSigned(textOf(approval, expiresMs), signature)) return 'other';
    return nowMs < expiresMs ? 'valid' : 'too_old';
  }
}

function textOf({ accountId, tool, arguments: args }: Approval, expiresMs: number): string {
  return ['mcp', accountId, tool, String(expiresMs), canonicalJson(args)].join('\n');
}
