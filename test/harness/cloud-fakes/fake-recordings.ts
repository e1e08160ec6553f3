import type { IncomingMessage, ServerResponse } from 'node:http';

/** What a carrier gives of one call's recording. */
export interface FakeRecording {
  /** null: it is not made yet. */
  audio: Buffer | null;
  /** Statuses of its host before it gives the audio. */
  statuses: number[];
  /** How often it was downloaded. */
  downloads: number;
}

type Kind = 'twilio' | 'plivo' | 'exotel';

/** Recordings at a carrier's API: what it lists, and the files, which lie on the same host. */
export class FakeRecordings {
  /** By the carrier's id of the call. */
  readonly #made = new Map<string, FakeRecording>();
  /** Requests that were about recordings. */
  readonly asked: string[] = [];

  of(callId: string, recording: Partial<FakeRecording> = {}): FakeRecording {
    const made = this.#made.get(callId) ?? { audio: null, statuses: [], downloads: 0 };
    this.#made.set(callId, Object.assign(made, recording));
    return made;
  }

  /** Whether the request was about a recording, and is answered. */
  serve(kind: Kind, { url = '' }: IncomingMessage, response: ServerResponse, origin: string): boolean {
    const { pathname, searchParams } = new URL(url, origin);
    const [, file] = /\/(?:Recordings\/RE|media\/)([\w-]+)\.(?:wav|mp3)$/.exec(pathname) ?? [];
    const call = file ?? callIn(kind, pathname, searchParams);
    if (call === null) return false;
    this.asked.push(url);
    const made = [...this.#made].find(([id]) => fileOf(id) === call || id === call);
    if (file !== undefined) this.#give(made?.[1], response);
    else {
      const address = made?.[1].audio ? fileOf(made[0]) : null;
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(listed(kind, call, address, origin)));
    }
    return true;
  }

  #give(made: FakeRecording | undefined, response: ServerResponse): void {
    const status = made?.statuses.shift() ?? (made?.audio ? 200 : 404);
    if (made && status === 200) made.downloads++;
    response.writeHead(status).end(status === 200 ? made?.audio : '');
  }
}

/** The call whose recordings are asked for; null: something else is. */
function callIn(kind: Kind, path: string, query: URLSearchParams): string | null {
  if (kind === 'twilio') return /\/Calls\/(CA\w+)\/Recordings\.json$/.exec(path)?.[1] ?? null;
  if (kind === 'plivo') return path.endsWith('/Recording/') ? query.get('call_uuid') : null;
  return query.has('RecordingUrlValidity') ? (/\/Calls\/(\w+)\.json$/.exec(path)?.[1] ?? null) : null;
}

/** As long as Twilio's ids are. */
function fileOf(callId: string): string {
  return Buffer.from(callId).toString('hex').slice(-32).padStart(32, '0');
}

function listed(kind: Kind, call: string, file: string | null, origin: string): object {
  if (kind === 'twilio') {
    const sid = `RE${file ?? '0'.repeat(32)}`;
    return { recordings: [{ sid, call_sid: call, status: file === null ? 'processing' : 'completed' }] };
  }
  const address = file === null ? null : `${origin}/media/${file}.mp3`;
  if (kind === 'exotel') return { Call: { Sid: call, Status: 'completed', RecordingUrl: address } };
  return { objects: address === null ? [] : [{ call_uuid: call, recording_url: address }] };
}
