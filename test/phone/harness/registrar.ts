import { createHash } from 'node:crypto';
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { parseAuth } from '../../../src/sip/domain/digest/digest';
import { parseMessage, type SipRequest } from '../../../src/sip/domain/message';

const REALM = 'pbx.example';
const NONCE = 'n0nce';

/** A server that answers OPTIONS and challenges every REGISTER, and has one user. */
export class Registrar {
  readonly requests: SipRequest[] = [];

  private constructor(
    private readonly socket: Socket,
    private readonly user: { readonly username: string; readonly password: string },
  ) {
    socket.on('message', (octets, from) => {
      const { message } = parseMessage(octets.toString('latin1'));
      if (message?.kind === 'request') this.#answer(message, from);
    });
  }

  static async open(username: string, password: string): Promise<Registrar> {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new Registrar(socket, { username, password });
  }

  get address(): string {
    return `127.0.0.1:${this.socket.address().port}`;
  }

  close(): void {
    this.socket.close();
  }

  #answer(request: SipRequest, from: RemoteInfo): void {
    this.requests.push(request);
    if (request.method === 'OPTIONS') this.#respond(request, from, '200 OK');
    else if (this.#knows(request)) this.#respond(request, from, '200 OK');
    else
      this.#respond(
        request,
        from,
        '401 Unauthorized',
        `WWW-Authenticate: Digest realm="${REALM}", nonce="${NONCE}"`,
      );
  }

  #knows({ method, headers }: SipRequest): boolean {
    const given = parseAuth(headers.get('authorization') ?? '');
    const { username, password } = this.user;
    const secret = md5(`${username}:${REALM}:${password}`);
    const asked = md5(`${method}:${given?.get('uri') ?? ''}`);
    return (
      given?.get('username') === username && given.get('response') === md5(`${secret}:${NONCE}:${asked}`)
    );
  }

  #respond({ headers }: SipRequest, { address, port }: RemoteInfo, status: string, ...more: string[]): void {
    const line = (name: string, value = headers.get(name.toLowerCase()) ?? '') => `${name}: ${value}`;
    const lines = [
      `SIP/2.0 ${status}`,
      ...headers.list('via').map((via) => line('Via', via)),
      line('From'),
      line('To', `${headers.get('to') ?? ''};tag=r`),
      line('Call-ID'),
      line('CSeq'),
      ...more,
      'Content-Length: 0',
    ];
    this.socket.send(`${lines.join('\r\n')}\r\n\r\n`, port, address);
  }
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
