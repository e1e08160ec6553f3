import type { DialogRecord } from './dialog';
import type { Flow } from './ports';
import { targetKey } from './target-health';

/** A registered phone registered again, by another flow. */
export interface PhoneMove {
  /** Whose phone it is. */
  readonly user: string;
  readonly from: Flow;
  readonly to: Flow;
}

/** The dialog with the new place of its phone, where that is the one that moved. */
export function followPhone(dialog: DialogRecord, { user, from, to }: PhoneMove): DialogRecord {
  const { peer } = dialog;
  const isFrom = targetKey(peer) === targetKey({ transport: from.transport, ...from.remote });
  if (peer.registered?.user !== user || !isFrom) return dialog;
  return { ...dialog, peer: { ...peer, transport: to.transport, ...to.remote } };
}
