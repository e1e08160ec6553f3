import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { portOf } from '../../lib/free-port.mjs';

/** In the script of an agent: which call, and how its agent answers. */
const MARK = /call=(\S+) reply=(\w+)/;

/** What agents say: `long` texts are cut in on, and end with `LAST_WORD` unless they are. */
export const LAST_WORD = 'finally';
const REPLIES = {
  brief: 'All right. What else would you like to tell me?',
  long:
    'The course has four terms and each of them begins with a week at the campus. You meet the teachers there and choose ' +
    'your subjects. Then the lessons are in the evening, three times a week. There is a test at the end of each term. ' +
    `You get a certificate of the college ${LAST_WORD}.`,
  spoken: `The course has four terms. Lessons are in the evening, three times a week. You get a certificate ${LAST_WORD}.`,
};

export function scriptOf(call, reply) {
  return `Ask for the choices. call=${call} reply=${reply}`;
}

/** A chat endpoint whose first word comes after a time. It answers with the text that the agent's script names. */
export class Chat {
  /** Requests by call. @type {Map<string, number>} */
  requests = new Map();
  #server;
  #firstMs;

  /** @param {number} firstMs from a request to the first word */
  static async start(firstMs) {
    const chat = new Chat(firstMs);
    await once(chat.#server, 'listening');
    return chat;
  }

  constructor(firstMs) {
    this.#firstMs = firstMs;
    this.#server = createServer((request, response) => {
      const body = [];
      request.on('data', (piece) => body.push(piece));
      request.once('end', () => void this.#answer(JSON.parse(Buffer.concat(body).toString()), response));
    }).listen(0, '127.0.0.1');
  }

  get environment() {
    return { LLM_URL: `http://127.0.0.1:${portOf(this.#server)}/v1`, LLM_MODEL: 'fake' };
  }

  close() {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer({ messages, stream }, response) {
    const [, call, reply] = MARK.exec(messages[0].content) ?? [];
    // Nobody reads these talks.
    if (stream !== true) return response.writeHead(500).end();
    if (call !== undefined) this.requests.set(call, (this.requests.get(call) ?? 0) + 1);
    if (call !== undefined) await sleep(this.#firstMs);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (choice) =>
      response.write(`data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`);
    send({ delta: { role: 'assistant', content: REPLIES[reply] ?? 'OK.' } });
    send({ delta: {}, finish_reason: 'stop' });
    response.end('data: [DONE]\n\n');
  }
}
