/** Replaces an erased number: country code 999 is unassigned. */
const ALIAS = '+999';

/** An erased contact cannot be called. */
export function isErased({ phone_number }: { readonly phone_number: string }): boolean {
  return phone_number.startsWith(ALIAS);
}
