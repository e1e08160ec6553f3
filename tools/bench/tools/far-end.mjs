import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { json } from 'node:stream/consumers';
import { portOf } from '../../lib/free-port.mjs';
import { Random } from '../../lib/random.mjs';

/** What the agents' tools are called, and by that what the model does in a talk. */
export const [QUICK, SILENT] = ['look_up', 'wait_for'];
/** Words of an answer that the next request repeats: they say which answer it follows. */
const NUMBERED = /^(\d+) is noted/;
/** From a request to the model's answer: a talk goes on at this pace, as its words take no time. */
const THINKING_MS = { [QUICK]: [1_000, 3_000], [SILENT]: [100, 200], none: [500, 1_500] };
/** Answers of a talk, at most: a tool may be used 20 times. */
const LONGEST_TALK = 30;
const LAST_WORDS = { content: 'Goodbye. [[HANG_UP]]' };
/** What a model reads in each of these talks. */
const READING = {
  disposition: 'Incomplete',
  summary: 'A talk of a benchmark.',
  answers: [],
  lead_rating: null,
  callback: { requested: false, time_text: null, quote: null },
  follow_up: null,
  follow_up_note: null,
  meeting: { requested: false, at: null, time_text: null, type: null, quote: null },
  asked_not_to_be_called: { asked: false, quote: null },
};

/**
 * The chat endpoint and the server of tools in one process, so that one clock measures: from the last byte of an answer
 * that calls a tool to the first byte of its request, and from that of one in words to the next request of its talk.
 */
export class FarEnd {
  /** Milliseconds of each use of the quick tool. @type {number[]} */
  toTool = [];
  /** Milliseconds of each turn of talks without tools. @type {number[]} */
  toModel = [];
  /** Requests of the silent tool, which are not answered. */
  open = new Set();
  /** Whether talks with the silent tool go on. */
  waits = false;
  /** When answers left, by their numbers. @type {Map<string, number>} */
  #left = new Map();
  #answers = 0;
  #random = new Random(1);
  #server = createServer((request, response) => void this.#take(request, response));

  static async start() {
    const end = new FarEnd();
    end.#server.listen(0, '127.0.0.1');
    await once(end.#server, 'listening');
    return end;
  }

  get origin() {
    return `http://127.0.0.1:${portOf(this.#server)}`;
  }

  /** Ends the talks that wait. */
  release() {
    this.waits = false;
    for (const response of this.open) response.end('{}');
  }

  close() {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #take(request, response) {
    const at = performance.now();
    /** @type {any} */
    const body = await json(request);
    if (request.url === `/${QUICK}`) {
      this.toTool.push(this.#since(body.nonce, at));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"found":true}');
    } else if (request.url === `/${SILENT}`) {
      this.open.add(response);
      response.once('close', () => this.open.delete(response));
    } else await this.#answer(body, at, response);
  }

  async #answer({ messages, tools = [], stream }, at, response) {
    if (stream !== true) {
      const message = { role: 'assistant', content: JSON.stringify(READING) };
      response.writeHead(200, { 'content-type': 'application/json' });
      return response.end(JSON.stringify({ choices: [{ index: 0, message }] }));
    }
    const tool = tools[0]?.function.name ?? 'none';
    const isCheck = messages.length === 1;
    const answers = messages.filter(({ role }) => role === 'assistant');
    const number = NUMBERED.exec(answers.at(-1)?.content ?? '')?.[1];
    if (tool === 'none' && number !== undefined) this.toModel.push(this.#since(number, at));
    if (!isCheck) await sleep(this.#random.between(...THINKING_MS[tool]));
    const id = String(this.#answers++);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const isOver = answers.length >= LONGEST_TALK || (tool === SILENT && !this.waits);
    response.write(lineOf(isOver ? LAST_WORDS : deltaOf(tool, id, messages.at(-1).role)));
    this.#left.set(id, performance.now());
    response.end('data: [DONE]\n\n');
  }

  #since(number, at) {
    const left = this.#left.get(number) ?? at;
    this.#left.delete(number);
    return at - left;
  }
}

const lineOf = (delta) => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`;

/** A tool is used once in each turn. A contact who talks on interrupts all but questions. */
function deltaOf(tool, id, lastRole) {
  if (tool === 'none' || lastRole === 'tool')
    return { content: `${id} is noted. In which city do you live?` };
  const called = { name: tool, arguments: JSON.stringify({ nonce: id }) };
  return { tool_calls: [{ index: 0, id: `call_${id}`, type: 'function', function: called }] };
}
