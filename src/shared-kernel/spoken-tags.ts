const INDIAN = [
  'hi-IN',
  'en-IN',
  'bn-IN',
  'gu-IN',
  'kn-IN',
  'ml-IN',
  'mr-IN',
  'pa-IN',
  'ta-IN',
  'te-IN',
] as const;

/**
 * Languages of voices whose requests name one, as BCP 47 tags; the first of a language is used for an agent that names no
 * region.
 * google: https://docs.cloud.google.com/text-to-speech/docs/chirp3-hd. Every voice speaks every locale
 * (`hi-IN-Chirp3-HD-Kore`); only those of India and English are listed. pa-IN is in preview, or-IN is missing. Rate 0.25 to
 * 2; neither SSML prosody nor pitch.
 * sarvam: https://docs.sarvam.ai/api-reference-docs/text-to-speech (Bulbul v3, which writes od-IN for BCP 47's or-IN). The v2
 * speakers (anushka …) are left out: another model, without temperature. Pace 0.5 to 2, temperature 0.01 to 2; no pitch.
 */
export const SPOKEN_TAGS = {
  google: [...INDIAN, 'en-US', 'en-GB', 'en-AU'],
  sarvam: [...INDIAN, 'or-IN'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
