import type { Member } from '../../api/types';

/** The dialog that is open, and whom it is about. */
export type Popup = 'invite' | { readonly roles: Member } | { readonly link: Member };
