import { nextStatus } from '../../platform/kernel/transition-table';
import type { Warning } from '../../platform/kernel/warning';
import { COUNSELLOR_TRANSITIONS, type CounsellorStatus, type CounsellorTrigger } from './counsellor-status';

export const COUNSELLOR = 'COUNSELLOR';

/** Code points. */
export const COUNSELLOR_LIMITS = { name: 120, extension: 32 } as const;

export interface CounsellorState {
  readonly id: string;
  readonly roles: readonly string[];
  readonly status: CounsellorStatus;
  readonly carrierExtension: string | null;
  readonly email: string;
  readonly name: string;
  /** E.164. */
  readonly mobileNumber: string | null;
  /** The login also belongs to another account. */
  readonly sharedLogin: boolean;
}

/** What the account's carrier rings; null when the service no longer has that carrier. */
export type Rings = 'mobile' | 'extension' | 'sip_extension' | null;

export interface CounsellorChange {
  readonly name?: string | undefined;
  readonly mobileNumber?: string | undefined;
  readonly carrierExtension?: string | null | undefined;
}

const NO_EXTENSION = 'No carrier extension is mapped.';

const MISSING: Readonly<Record<NonNullable<Rings>, string>> = {
  mobile: 'There is no mobile number on the profile, and the calling provider rings the phone.',
  extension: NO_EXTENSION,
  sip_extension: NO_EXTENSION,
};

/** Digits alone are an extension up to six: more would be a telephone number, and toll fraud. */
const SIP_EXTENSION = /^(?!(?:[._-]*\d){7,}[._-]*$)[A-Za-z0-9._-]{1,32}$/;

/** null for a member who is no counsellor: this API does not find them. */
export function counsellorOf<State extends CounsellorState>(member: State | null): Counsellor<State> | null {
  return member?.roles.includes(COUNSELLOR) ? new Counsellor(member) : null;
}

/** A person who receives human calls, and the rules for changes. */
export class Counsellor<State extends CounsellorState = CounsellorState> {
  #state: State;

  constructor(state: State) {
    this.#state = state;
  }

  get state(): State {
    return this.#state;
  }

  /** False for admins and other staff. */
  get isManageable(): boolean {
    return this.#state.roles.every((role) => role === COUNSELLOR);
  }

  blockedReason(rings: Rings): string | null {
    if (this.#state.status === 'inactive') return 'The counsellor is inactive.';
    if (rings === null) return "The account's calling provider is not part of the service any more.";
    const address = this.address(rings);
    if (address === null) return MISSING[rings];
    return rings === 'sip_extension' && !SIP_EXTENSION.test(address)
      ? 'The carrier extension cannot be rung: it must be 1 to 32 letters, digits, dots, dashes or underscores, and no telephone number.'
      : null;
  }

  address(rings: NonNullable<Rings>): string | null {
    return rings === 'mobile' ? this.#state.mobileNumber : this.#state.carrierExtension;
  }

  warnings(rings: Rings): Warning[] {
    if (rings !== 'mobile' || this.#state.mobileNumber !== null) return [];
    const message =
      'The calling provider rings the phone: without a mobile number this person takes no calls.';
    return [{ field: 'mobile_number', code: 'mobile_number_missing', message }];
  }

  change({ name, mobileNumber, carrierExtension }: CounsellorChange): void {
    const { state } = this;
    this.#state = {
      ...state,
      name: name ?? state.name,
      mobileNumber: mobileNumber ?? state.mobileNumber,
      carrierExtension: carrierExtension === undefined ? state.carrierExtension : carrierExtension,
    };
  }

  /** invited → active, by the link of the e-mail. */
  accept(): boolean {
    return this.#move('accept');
  }

  /** invited, inactive → active. */
  activate(): boolean {
    return this.#move('activate');
  }

  /** active, invited → inactive. */
  deactivate(): boolean {
    return this.#move('deactivate');
  }

  #move(trigger: CounsellorTrigger): boolean {
    const status = nextStatus<CounsellorStatus, CounsellorTrigger>(
      COUNSELLOR_TRANSITIONS,
      this.#state.status,
      trigger,
    );
    if (status === undefined) return false;
    this.#state = { ...this.#state, status };
    return true;
  }
}
