import { type Challenge, type Credentials, answerChallenge, pickChallenges } from '../domain/digest/digest';
import type { SipRequest, SipResponse } from '../domain/message';
import type { Runtime } from '../domain/ports';

type Line = readonly [name: string, value: string];

const MAX_CHALLENGES = 4;

/** Answers the challenges of one request by servers and proxies: each realm once, and again for a stale nonce. */
export class Authenticator {
  readonly #answered = new Map<string, { challenge: Challenge; count: number }>();
  #rounds = 0;
  #lines: Line[] = [];

  constructor(
    private readonly credentials: Credentials | undefined,
    private readonly runtime: Runtime,
  ) {}

  get lines(): readonly Line[] {
    return this.#lines;
  }

  /** True: send the request again with `lines`. False: the refusal is final. */
  answers(request: SipRequest, { status, headers }: SipResponse): boolean {
    const { credentials, runtime } = this;
    if ((status !== 401 && status !== 407) || !credentials || ++this.#rounds > MAX_CHALLENGES) return false;
    const picked = pickChallenges(headers.lines('www-authenticate'), headers.lines('proxy-authenticate'));
    let fresh = false;
    for (const [key, challenge] of picked) {
      const before = this.#answered.get(key);
      if (before !== undefined && !(challenge.stale && challenge.nonce !== before.challenge.nonce))
        return false;
      this.#answered.set(key, { challenge, count: 0 });
      fresh = true;
    }
    if (!fresh) return false;
    const { method, uri } = request;
    this.#lines = [...this.#answered.values()].map((own) => {
      const answering = { method, uri, cnonce: runtime.randomHex(8), count: ++own.count };
      const hash = runtime.hash.bind(runtime);
      const name = own.challenge.proxy ? 'proxy-authorization' : 'authorization';
      return [name, answerChallenge(own.challenge, credentials, answering, hash)];
    });
    return true;
  }
}
