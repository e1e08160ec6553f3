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

/** @typedef {'twilio' | 'plivo' | 'exotel'} Kind */

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
   * @param {Kind} kind
   * @param {import('node:http').IncomingMessage} request
   * @param {import('node:http').ServerResponse} response
   * @param {string} origin
   */
  serve(kind, { url = '' }, response, origin) {
    const { pathname, searchParams } = new URL(url, origin);
    const [, file] = /\/(?:Recordings\/RE|media\/)([\w-]+)\.(?:wav|mp3)$/.exec(pathname) ?? [];
    const call = file ?? callIn(kind, pathname, searchParams);
    if (call === null) return false;
    this.asked.push(url);
    const made = [...this.#made].find(([id]) => fileOf(id) === call || id === call);
    if (file !== undefined) send(made?.[1], response);
    else {
      const address = made?.[1].audio ? fileOf(made[0]) : null;
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(listed(kind, call, address, origin)));
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
 * The call whose recordings are requested; null: the request is another one.
 * @param {Kind} kind
 * @param {string} path
 * @param {URLSearchParams} query
 */
function callIn(kind, path, query) {
  if (kind === 'twilio') return /\/Calls\/(CA\w+)\/Recordings\.json$/.exec(path)?.[1] ?? null;
  if (kind === 'plivo') return path.endsWith('/Recording/') ? query.get('call_uuid') : null;
  return query.has('RecordingUrlValidity') ? (/\/Calls\/(\w+)\.json$/.exec(path)?.[1] ?? null) : null;
}

/**
 * As long as Twilio's ids are.
 * @param {string} callId
 */
function fileOf(callId) {
  return Buffer.from(callId).toString('hex').slice(-32).padStart(32, '0');
}

/**
 * @param {Kind} kind
 * @param {string} call
 * @param {string | null} file
 * @param {string} origin
 * @returns {object}
 */
function listed(kind, call, file, origin) {
  if (kind === 'twilio') {
    const sid = `RE${file ?? '0'.repeat(32)}`;
    return { recordings: [{ sid, call_sid: call, status: file === null ? 'processing' : 'completed' }] };
  }
  const address = file === null ? null : `${origin}/media/${file}.mp3`;
  if (kind === 'exotel') return { Call: { Sid: call, Status: 'completed', RecordingUrl: address } };
  return { objects: address === null ? [] : [{ call_uuid: call, recording_url: address }] };
}
