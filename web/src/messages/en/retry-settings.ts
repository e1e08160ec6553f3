/** Apart from the other texts: loaded with the settings. */
export const retrySettings = {
  title: 'Further attempts',
  about: 'Who is not reached is called again, unless a call or an upload has its own choice.',
  on: 'After calls that end with',
  causes: new Map([
    ['no_answer', 'No answer'],
    ['busy', 'Busy'],
    ['failed', 'Failed'],
    ['voicemail', 'Voicemail'],
  ]),
};
