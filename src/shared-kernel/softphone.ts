/** The `phone_number` of calls with a trial phone, which has no number. */
export const SOFTPHONE = 'softphone';
