import { responseTo } from '../../domain/message';
import type { HeaderField } from '../../domain/headers';
import type { Core } from '../core';
import type { ServerTransaction } from '../server-transaction';
import { responseCapabilities } from '../settings';
import type { DialogSide } from './early-dialog';

/** Sends the 200 to an UPDATE (RFC 3311). `sdp` null: the UPDATE had no offer. */
export function answerUpdate(
  core: Core,
  { peer, contact }: DialogSide,
  transaction: ServerTransaction,
  sdp: string | null,
  timer: readonly HeaderField[] = [],
): void {
  const { request, flow } = transaction;
  const headers: HeaderField[] = [
    ['contact', core.contact(flow, peer, contact)],
    ...responseCapabilities(peer),
    ...timer,
    ...(sdp === null ? [] : [['content-type', 'application/sdp'] as const]),
  ];
  transaction.respond(responseTo(request, 200, { headers, body: sdp ?? '' }));
}
