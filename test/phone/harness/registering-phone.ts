import { createHash } from 'node:crypto';
import type { RegistrarUser } from '../../../src/sip/application/registrar/registrar-users';
import { type Challenge, answerChallenge, parseChallenge } from '../../../src/sip/domain/digest/digest';
import type { Target } from '../../../src/sip/domain/ports';
import { SDP, requestText } from './sip-texts';
import { UserAgentDriver } from './user-agent-driver';
import type { FakeFlow } from './fake-flow';

export const PHONE: Target = { transport: 'udp', address: '192.168.1.7', port: 5070 };
export const OTHER: Target = { transport: 'udp', address: '192.168.1.8', port: 5070 };
export const USER: RegistrarUser = {
  id: 'trunk_1',
  username: 'anna',
  password: 'a long password',
  realm: 'aics',
  algorithms: ['MD5'],
  transport: null,
  allow: ['192.168.0.0/16'],
  peer: { name: 'mine' },
};
const hash = (algorithm: 'MD5' | 'SHA-256', text: string): string =>
  createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
    .update(text, 'latin1')
    .digest('hex');

export interface Attempt {
  readonly method?: 'REGISTER' | 'INVITE';
  readonly name?: string;
  readonly username?: string;
  /** The URI in the digest; the Request-URI unless it differs. */
  readonly digestUri?: string;
  readonly password?: string;
  readonly contact?: string;
  readonly headers?: string[];
  readonly challenge?: Challenge | null;
  readonly count?: number;
  readonly callId?: string;
}

interface Answer {
  readonly method: string;
  readonly uri: string;
  readonly username: string;
  readonly password?: string;
  readonly challenge?: Challenge;
  readonly count?: number;
}

let branches = 0;

/** A phone that the test plays. */
export class RegisteringPhone {
  #cseq = 0;
  readonly flow: FakeFlow;

  constructor(
    private readonly driver: UserAgentDriver,
    from: Target = PHONE,
    inbound = false,
  ) {
    this.flow = driver.flow(from, inbound);
  }

  /** Sends it, with an answer to the challenge. */
  async send(attempt: Attempt = {}): Promise<number> {
    const { method = 'REGISTER', name = 'anna', username = name, headers = [], challenge = null } = attempt;
    const { password = USER.password, count = 1 } = attempt;
    const { address, port } = this.flow.remote;
    const { contact = `<sip:anna@${address}:${port}>`, callId = `call@${address}:${port}` } = attempt;
    const uri = method === 'REGISTER' ? 'sip:aics' : 'sip:123@aics';
    const { digestUri = uri } = attempt;
    const proof = { method, uri: digestUri, username, password, count };
    const answer = challenge ? this.answerTo({ ...proof, challenge }) : null;
    const text = requestText(method, {
      uri,
      contact,
      callId: `${callId}-${method}`,
      cseq: ++this.#cseq,
      branch: `z9hG4bK-${++branches}`,
      headers: [...headers, ...(answer === null ? [] : [`Authorization: ${answer}`])],
      ...(method === 'INVITE' ? { body: SDP } : {}),
    });
    const from = method === 'REGISTER' ? 'To: <sip:us@192.0.2.1>' : 'From: <sip:+913@192.0.2.10>';
    const before = this.driver.sent.length;
    await this.driver.receive(text.replace(from, from.replace(/sip:[^@]+@/, `sip:${name}@`)), this.flow);
    if (this.driver.sent.length === before) return 0;
    return this.driver.response().status;
  }

  /** A value of Authorization. */
  answerTo({
    challenge = this.challenge,
    username,
    password = USER.password,
    count = 1,
    ...request
  }: Answer): string {
    return answerChallenge(challenge, { username, password }, { ...request, cnonce: 'c', count }, hash);
  }

  /** The challenge in the last response. */
  get challenge(): Challenge {
    const [value = ''] = this.driver.response().headers.lines('www-authenticate');
    const challenge = parseChallenge(value, false);
    if (!challenge) throw new Error('no challenge');
    return challenge;
  }

  async authenticate(attempt: Attempt = {}): Promise<number> {
    const first = await this.send({ ...attempt, challenge: null });
    return first === 401 ? this.send({ ...attempt, challenge: this.challenge }) : first;
  }
}

/** A driver with one user. */
export function registrarDriver(user: Partial<RegistrarUser> = {}): UserAgentDriver {
  const driver = new UserAgentDriver();
  driver.userAgent.registrar.setUsers([{ ...USER, ...user }]);
  return driver;
}

/** In the last response. */
export const contacts = (driver: UserAgentDriver): string[] => driver.response().headers.list('contact');
