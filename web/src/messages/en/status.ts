/** Where they differ from the API's own. */
export const status: ReadonlyMap<string, string> = new Map([
  ['queued', 'Waiting'],
  ['completed', 'Connected'],
  ['ringing_counsellor', 'Ringing the counsellor'],
  ['connecting', 'Ringing the contact'],
]);

export const holds: ReadonlyMap<string, string> = new Map([
  ['scheduled', 'scheduled for later'],
  ['recall_gap', 'the number was called shortly before'],
  ['outside_calling_hours', 'outside calling hours'],
  ['daily_number_limit', 'the number had its calls of the day'],
  ['daily_account_limit', 'the account had its calls of the day'],
  ['insufficient_credits', 'not enough credits'],
  ['would_expire', 'they expire before they may be called'],
  ['no_free_line', 'all lines are in use'],
  ['number_in_use', 'another call to the number goes first'],
]);
