import type { Member } from '../../api/types';

export type Popup = 'invite' | { readonly roles: Member } | { readonly link: Member };
