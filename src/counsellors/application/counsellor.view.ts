import type { Counsellor, Rings } from '../domain/counsellor';
import { COUNSELLOR } from '../domain/counsellor';

export interface CounsellorSurroundings {
  readonly rings: Rings;
  /** The key has counsellors:manage. Other keys do not see the extra fields at all. */
  readonly manages: boolean;
}

export function counsellorListItem(counsellor: Counsellor, { rings, manages }: CounsellorSurroundings) {
  const { id, name, email, roles, status, sharedLogin } = counsellor.state;
  const reason = counsellor.blockedReason(rings);
  return {
    id,
    object: 'counsellor' as const,
    name,
    email,
    roles: roles.filter((role) => role === COUNSELLOR),
    can_call: reason === null,
    blocked_reason: reason,
    status,
    ...(manages ? { manageable: counsellor.isManageable, shared_account: sharedLogin } : {}),
  };
}

export function counsellorView(counsellor: Counsellor, surroundings: CounsellorSurroundings) {
  const { mobileNumber, carrierExtension, sharedLogin } = counsellor.state;
  return {
    ...counsellorListItem(counsellor, surroundings),
    ...(surroundings.manages
      ? {
          // Digits with country code; null when the login also belongs to another account.
          mobile_number: sharedLogin ? null : (mobileNumber?.slice(1) ?? null),
          carrier_extension: carrierExtension,
        }
      : {}),
  };
}
