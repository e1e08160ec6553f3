import type { Counsellor } from '../../api/types';

export interface Popup {
  readonly isNew?: true;
  readonly edit?: Counsellor;
  readonly link?: Counsellor;
}
