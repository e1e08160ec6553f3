import type { Counsellor } from '../../api/types';

export type Popup = 'add' | { readonly edit: Counsellor } | { readonly link: Counsellor };
