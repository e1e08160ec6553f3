import { type ExotelCall, FakeExotel } from '../fakes/carriers/exotel.mjs';
import { FakePlivo, type PlivoCall } from '../fakes/carriers/plivo.mjs';
import { FakeTwilio, type TwilioCall } from '../fakes/carriers/twilio.mjs';

/** A carrier that rings a phone, and what its requests about the call look like. */
export interface Ringing {
  readonly id: string;
  readonly statusUrl: string;
  readonly mediaUrl: () => Promise<string>;
  /** The body of a callback with the status of a call. */
  readonly statusBody: (id: string, status: string) => string;
  readonly headers: (url: string, body: string) => Readonly<Record<string, string>>;
  readonly start: (streamId: string) => object;
  /** Bodies that this carrier alone could send. */
  readonly bodies?: Readonly<Record<string, string>>;
}

export type CarrierKind = 'twilio' | 'plivo' | 'exotel';

const fieldsOf = (body: string) => Object.fromEntries(new URLSearchParams(body));
const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const bare = (url: string | null) => (url ?? '').split('#', 1)[0] ?? '';

export const RINGING_CARRIERS = {
  twilio: {
    open: () => FakeTwilio.open(),
    of: (fake: FakeTwilio, call: TwilioCall): Ringing => ({
      id: call.id,
      statusUrl: bare(call.callbackUrl),
      mediaUrl: () => Promise.resolve(/<Stream url="([^"]+)"/.exec(call.form.get('Twiml') ?? '')?.[1] ?? ''),
      statusBody: (CallSid, CallStatus) => form({ CallSid, CallStatus }),
      headers: (url, body) => ({ 'x-twilio-signature': fake.sign(url, fieldsOf(body)) }),
      start: (streamSid) => ({ event: 'start', streamSid, start: { streamSid } }),
    }),
  },
  plivo: {
    open: () => FakePlivo.open(),
    of: (fake: FakePlivo, call: PlivoCall): Ringing => ({
      id: call.id,
      statusUrl: bare(call.urls.hangup_url),
      mediaUrl: async () => {
        const [url, body] = [bare(call.urls.answer_url), form({ CallUUID: call.id })];
        const headers = fake.signed(url, fieldsOf(body));
        const answer = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(body) });
        return />(ws[^<]+)</.exec(await answer.text())?.[1] ?? '';
      },
      statusBody: (RequestUUID, CallStatus) => form({ RequestUUID, CallStatus }),
      headers: (url, body) => fake.signed(url, fieldsOf(body)),
      start: (streamId) => ({ event: 'start', start: { streamId } }),
    }),
  },
  exotel: {
    open: () => FakeExotel.open(),
    of: (_fake: FakeExotel, call: ExotelCall): Ringing => ({
      id: call.id,
      statusUrl: bare(call.form.get('StatusCallback')),
      mediaUrl: () => Promise.resolve(call.form.get('StreamUrl') ?? ''),
      statusBody: (CallSid, Status) => JSON.stringify({ CallSid, Status, EventType: 'terminal' }),
      headers: () => ({}),
      start: (stream_sid) => ({ event: 'start', stream_sid, start: { stream_sid } }),
      bodies: {
        null: 'null',
        'a list': '[1,2,3]',
        'a text': '"completed"',
        'half of its JSON': '{"CallSid":"',
        'deep lists': '['.repeat(60_000),
        'an id of another type': `{"CallSid":{"id":"${call.id}"},"Status":"completed"}`,
        'a status of another type': `{"CallSid":"${call.id}","Status":["completed"],"EventType":7}`,
        'no status': `{"CallSid":"${call.id}","Status":null,"EventType":"terminal","Legs":null}`,
        'phones of another type': `{"CallSid":"${call.id}","Status":null,"Legs":"x"}`,
        'many phones': `{"Legs":[${'{},'.repeat(15_000)}{}],"CallSid":"${call.id}","Status":null}`,
        'names of every object': `{"__proto__":{"Status":"completed"},"constructor":1,"CallSid":"${call.id}"}`,
      },
    }),
  },
};
