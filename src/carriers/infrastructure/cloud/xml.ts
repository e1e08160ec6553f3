import type { CallbackResponse } from './adapter';

/** A document of what is to be done with a call, as Twilio and Plivo both write it. */
export function xmlDocument(elements: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${elements}</Response>`;
}

/** A text as it stands in XML. */
export function xmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** Attributes of an element, without those that are null. */
export function xmlAttributes(values: Readonly<Record<string, string | number | boolean | null>>): string {
  return Object.entries(values)
    .flatMap(([name, value]) => (value === null ? [] : [` ${name}="${xmlText(String(value))}"`]))
    .join('');
}

/** The same as an answer to the carrier. */
export function xmlReply(elements: string): CallbackResponse {
  return { contentType: 'text/xml; charset=utf-8', body: xmlDocument(elements) };
}
