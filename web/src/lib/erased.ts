/** Takes the place of the number of a contact that was erased: country code 999 is nobody's. */
const ALIAS = '+999';

/** Whether the contact of a call was erased: there is nobody to call. */
export function isErased({ phone_number }: { readonly phone_number: string }): boolean {
  return phone_number.startsWith(ALIAS);
}
