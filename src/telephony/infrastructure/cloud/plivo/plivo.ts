import type { CloudAdapter, CloudReply } from '../adapter';
import { readArrival, readStatus } from './callbacks';
import { plivoRest } from './rest';
import { isSigned } from './signature';
import { PLIVO_STREAM } from './stream';
import { plivoXml, streamElement } from './xml';

const xml = (elements: string): CloudReply => ({
  contentType: 'text/xml; charset=utf-8',
  body: plivoXml(elements),
});

/** Plivo's Voice API with audio streams. */
export const PLIVO: CloudAdapter = {
  kind: 'plivo',
  defaultBaseUrl: 'https://api.plivo.com',
  login: ({ options }) => ({
    user: options.get('auth_id') ?? '',
    password: options.get('auth_token') ?? '',
  }),
  looksPerMinute: null,
  // Its refusals have no codes.
  refusal: () => null,
  rest: (api, { options }) => plivoRest(api, options.get('auth_id') ?? ''),
  // What address of a socket Plivo signs is not documented: there the token in it is the proof.
  authentic: (request, { options }) =>
    request.url.startsWith('ws') || isSigned(request, options.get('auth_token') ?? ''),
  read: readStatus,
  arrival: readArrival,
  connect: (mediaUrl) => xml(streamElement(mediaUrl)),
  reject: xml('<Hangup reason="busy"/>'),
  inboundMethod: 'POST',
  noted: (word, mediaUrl) =>
    xml(word?.state === 'answered' && mediaUrl !== null ? streamElement(mediaUrl) : ''),
  stream: PLIVO_STREAM,
};
