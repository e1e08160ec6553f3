import type { StoredContact } from '../../shared-kernel/call-state';

/** The contact as sent; a field that was not sent is absent. */
export function contactView({ contactName, contactEmail, externalId }: StoredContact) {
  return {
    ...(contactName === null ? {} : { name: contactName }),
    ...(contactEmail === null ? {} : { email: contactEmail }),
    ...(externalId === null ? {} : { external_id: externalId }),
  };
}
