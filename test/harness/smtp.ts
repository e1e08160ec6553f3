import { createServer, type Server, type Socket } from 'node:net';

/** What the server does once it has a whole message. */
export type SmtpBehaviour = (accept: () => void, refuse: () => void, hangUp: () => void) => void;

/** A mail server for tests: it takes every message, or misbehaves. */
export class SmtpServer {
  readonly messages: string[] = [];
  behaviour: SmtpBehaviour = (accept) => accept();
  readonly #sockets = new Set<Socket>();
  readonly #server: Server = createServer((socket) => this.#talk(socket));

  static async start(): Promise<SmtpServer> {
    const smtp = new SmtpServer();
    await new Promise<void>((resolve) => smtp.#server.listen(0, '127.0.0.1', resolve));
    return smtp;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.address() as { port: number }).port}?from=desk@example.com`;
  }

  /** Messages to one address, as plain text. */
  to(address: string): string[] {
    return this.messages
      .filter((message) => message.includes(address))
      .map((message) => message.replace(/=\r\n/g, '').replace(/=3D/g, '='));
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #talk(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sockets.delete(socket));
    let inData = false;
    let buffered = '';
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      buffered += chunk.toString();
      for (;;) {
        const end = buffered.indexOf(inData ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const text = buffered.slice(0, end);
        buffered = buffered.slice(end + (inData ? 5 : 2));
        if (inData) {
          inData = false;
          this.#receive(socket, text);
        } else {
          inData = text === 'DATA';
          socket.write(inData ? '354 go\r\n' : text === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n');
        }
      }
    });
  }

  #receive(socket: Socket, message: string): void {
    this.behaviour(
      () => {
        this.messages.push(message);
        socket.write('250 taken\r\n');
      },
      () => socket.write('451 later\r\n'),
      () => {
        this.messages.push(message);
        socket.destroy();
      },
    );
  }
}
