import {
  type DigestAlgorithm,
  challengesOf,
  isRightAnswer,
  parseAnswer,
} from '../../domain/digest/digest-server';
import type { HeaderField } from '../../domain/headers';
import type { SipRequest } from '../../domain/message';
import { Nonces } from '../../domain/digest/nonces';
import { PasswordGuard } from '../../domain/digest/password-guard';
import type { Runtime } from '../../domain/ports';

export interface DigestUser {
  readonly id: string;
  readonly username: string;
  readonly password: string;
  readonly realm: string;
  readonly algorithms: readonly DigestAlgorithm[];
}

interface DigestRefusal {
  readonly kind: 'refused';
  readonly status: number;
  readonly headers: readonly HeaderField[];
}

export type DigestVerdict = { readonly kind: 'passed'; readonly user: string } | DigestRefusal;

const FORBIDDEN: DigestRefusal = { kind: 'refused', status: 403, headers: [] };

/** Challenges requests, and checks the answers. Unknown users cost the same work as wrong passwords. */
export class DigestChallenger {
  readonly guard: PasswordGuard;
  readonly #nonces: Nonces;
  readonly #decoy: string;

  constructor(private readonly runtime: Runtime) {
    this.guard = new PasswordGuard(() => runtime.timers.now());
    this.#nonces = new Nonces(runtime);
    this.#decoy = runtime.randomHex(16);
  }

  /**
   * @param user whose password is required; null: unknown, or not from this address
   * @param shown realm and algorithms of the challenge
   */
  check(
    request: SipRequest,
    address: string,
    user: DigestUser | null,
    shown: Pick<DigestUser, 'realm' | 'algorithms'>,
  ): DigestVerdict {
    const answers = request.headers.lines('authorization').map(parseAnswer);
    const answer = answers.find(
      (own) => own?.realm === shown.realm && shown.algorithms.includes(own.algorithm),
    );
    if (!answer) return this.challenge(address, shown);
    if (!this.#nonces.isUsable(answer.nonce, address, answer.count)) {
      return this.challenge(address, shown, true);
    }
    const { runtime } = this;
    const hash = runtime.hash.bind(runtime);
    const isRight = isRightAnswer(answer, request.method, user?.password ?? this.#decoy, hash);
    const isSameUser = user !== null && isSameName(answer.username, user.username);
    // The digest's address may be another one (RFC 3261 section 22.4): clients name the server, proxies forward.
    if (!isRight || !isSameUser) {
      this.guard.recordFailure(address, user?.id ?? null);
      return FORBIDDEN;
    }
    this.#nonces.use(answer.nonce, answer.count);
    return { kind: 'passed', user: user.id };
  }

  challenge(
    address: string,
    { realm, algorithms }: Pick<DigestUser, 'realm' | 'algorithms'>,
    stale = false,
  ): DigestRefusal {
    const nonce = this.#nonces.issue(address);
    const values = challengesOf({ realm, nonce, stale, algorithms });
    return {
      kind: 'refused',
      status: 401,
      headers: values.map((value) => ['www-authenticate', value] as const),
    };
  }
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
