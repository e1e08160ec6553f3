import type { CloudReply } from './adapter';

/** A document of what is to be done with a call, as Twilio and Plivo both write it. */
export function xmlDocument(elements: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${elements}</Response>`;
}

/** The same as an answer to the carrier. */
export function xmlReply(elements: string): CloudReply {
  return { contentType: 'text/xml; charset=utf-8', body: xmlDocument(elements) };
}
