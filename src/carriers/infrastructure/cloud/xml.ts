import type { CallbackResponse } from './adapter';

/** The instructions of Twilio and Plivo. */
export function xmlDocument(elements: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${elements}</Response>`;
}

export function xmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** Leaves out values that are null. */
export function xmlAttributes(values: Readonly<Record<string, string | number | boolean | null>>): string {
  return Object.entries(values)
    .flatMap(([name, value]) => (value === null ? [] : [` ${name}="${xmlText(String(value))}"`]))
    .join('');
}

export function xmlReply(elements: string): CallbackResponse {
  return { contentType: 'text/xml; charset=utf-8', body: xmlDocument(elements) };
}
