/** An erased number has another: country code 999 is unassigned. A withheld one is "anonymous", a trial phone's "softphone". */
export function isCallable(phoneNumber: string): boolean {
  return /^\+(?!999)/.test(phoneNumber);
}
