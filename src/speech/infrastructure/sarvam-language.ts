import { SpeechFailure } from './speech-failure';

/** Statuses of an invalid request, such as an unknown language. */
const INVALID_REQUEST = new Set([400, 422]);

/** Odia is or-IN in the realtime endpoint and od-IN in the others. */
const ODIA = 'or-IN';
const LEGACY_ODIA = 'od-IN';

/** The tag of a language in all endpoints but the realtime one. */
export function legacyLanguageTag(tag: string): string {
  return tag === ODIA ? LEGACY_ODIA : tag;
}

/** Sends the request again with the other tag of its language when the endpoint rejects the first. */
export async function withLanguageAlias<R extends { readonly language: string }, T>(
  request: R,
  send: (request: R) => Promise<T>,
): Promise<T> {
  try {
    return await send(request);
  } catch (error) {
    const alias = aliasOf(request.language);
    const isInvalid = error instanceof SpeechFailure && INVALID_REQUEST.has(error.status ?? 0);
    if (alias === null || !isInvalid) throw error;
    return send({ ...request, language: alias });
  }
}

function aliasOf(tag: string): string | null {
  if (tag === ODIA) return LEGACY_ODIA;
  return tag === LEGACY_ODIA ? ODIA : null;
}
