import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A carrier's recording of one call.
 *
 * @typedef {object} FakeRecording
 * @property {Buffer | null} audio null: it does not exist yet
 * @property {number[]} statuses of its host, before it sends the audio
 * @property {number} downloads begun
 * @property {number} dripMs the time in which the audio is sent
 */

/**
 * Where a carrier lists recordings.
 *
 * @typedef {object} RecordingLists
 * @property {(path: string, query: URLSearchParams) => string | null} recordedCall the call whose recordings a request is for; null:
 *   it is another request
 * @property {(call: string, file: string | null, origin: string) => object} recordingList `file` null: there is none yet
 */

const DRIPS = 20;

/** The recordings at a carrier's API: its lists, and the files, which are on the same host. */
export class FakeRecordings {
  /** @type {Map<string, FakeRecording>} by the carrier's id of the call */
  #made = new Map();
  /** @type {string[]} paths of the requests for recordings */
  asked = [];

  /**
   * @param {string} callId
   * @param {Partial<FakeRecording>} recording
   */
  of(callId, recording = {}) {
    const made = this.#made.get(callId) ?? { audio: null, statuses: [], downloads: 0, dripMs: 0 };
    this.#made.set(callId, Object.assign(made, recording));
    return made;
  }

  /**
   * Answers a request for a recording; `false`: it was another one.
   * @param {RecordingLists} lists
   * @param {import('node:http').IncomingMessage} request
   * @param {import('node:http').ServerResponse} response
   * @param {string} origin
   */
  serve(lists, { url = '' }, response, origin) {
    const { pathname, searchParams } = new URL(url, origin);
    const [, file] = /\/(?:Recordings\/RE|media\/)([\w-]+)\.(?:wav|mp3)$/.exec(pathname) ?? [];
    const call = file ?? lists.recordedCall(pathname, searchParams);
    if (call === null) return false;
    this.asked.push(url);
    const made = [...this.#made].find(([id]) => fileOf(id) === call || id === call);
    if (file !== undefined) send(made?.[1], response);
    else {
      const address = made?.[1].audio ? fileOf(made[0]) : null;
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(lists.recordingList(call, address, origin)));
    }
    return true;
  }
}

/**
 * @param {FakeRecording | undefined} made
 * @param {import('node:http').ServerResponse} response
 */
function send(made, response) {
  const status = made?.statuses.shift() ?? (made?.audio ? 200 : 404);
  response.writeHead(status);
  if (!made?.audio || status !== 200) {
    response.end();
    return;
  }
  made.downloads++;
  if (made.dripMs > 0) void drip(made.audio, response, made.dripMs);
  else response.end(made.audio);
}

/**
 * Sends the audio in pieces, so that a process can be killed during the download.
 * @param {Buffer} audio
 * @param {import('node:http').ServerResponse} response
 * @param {number} ms
 */
async function drip(audio, response, ms) {
  const size = Math.ceil(audio.length / DRIPS);
  for (let part = 0; part < DRIPS && !response.destroyed; part++) {
    response.write(audio.subarray(part * size, (part + 1) * size));
    await sleep(ms / DRIPS, undefined, { ref: false });
  }
  response.end();
}

/**
 * As long as Twilio's ids are.
 * @param {string} callId
 */
function fileOf(callId) {
  return Buffer.from(callId).toString('hex').slice(-32).padStart(32, '0');
}

/**
 * The address of a file at carriers that name it.
 * @param {string} origin
 * @param {string} file
 */
export function addressOf(origin, file) {
  return `${origin}/media/${file}.mp3`;
}
