import type { Member } from '../../api/types';

export interface Popup {
  readonly isNew?: true;
  readonly roles?: Member;
  readonly link?: Member;
}
