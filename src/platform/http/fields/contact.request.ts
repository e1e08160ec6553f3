import { Text } from './fields';

/** In code points. */
export const CONTACT_LIMITS = { name: 200, email: 254, externalId: 255 } as const;

export class ContactRequest {
  @Text({ max: CONTACT_LIMITS.name, trim: true, example: 'Rohan Sharma' })
  name?: string;

  @Text({ max: CONTACT_LIMITS.email, trim: true, description: 'Its form is not checked.' })
  email?: string;

  @Text({ max: CONTACT_LIMITS.externalId, description: "The caller's own record id." })
  external_id?: string;
}

export function contactOf(contact: ContactRequest | undefined) {
  return { name: contact?.name, email: contact?.email, externalId: contact?.external_id };
}
