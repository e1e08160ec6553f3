import type { Counsellor } from '../../api/types';

/** What is open: a form, or the link of somebody. */
export type Popup = 'add' | { readonly edit: Counsellor } | { readonly link: Counsellor };
