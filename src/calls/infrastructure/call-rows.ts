import { RowMap } from '../../platform/database/row-map';
import { TimeSlices } from '../../platform/time-slices';
import type { CallState } from '../domain/call-state';
import { CallSchema } from './call.schema';

export const rows = new RowMap<CallState>(CallSchema);

/** All columns of `calls AS c`. */
export const COLUMNS = rows.select('c');

export const MUTABLE: readonly (keyof CallState)[] = [
  'status',
  'statusReason',
  'dueAt',
  'heldBy',
  'attempt',
  'agentVersion',
  'maxTalkSeconds',
  'creditsLimitTalk',
  'pricePerMinute',
  'carrier',
  'carrierCallId',
  'dialedAt',
  'ringingAt',
  'answeredAt',
  'endedAt',
  'durationSeconds',
  'endCause',
  'watchdogAt',
  'analysisDueAt',
  'analysisWait',
  'analysisAttempts',
  'finishedAt',
  'accountNumber',
  'answeredBy',
  'endedBy',
  'recording',
  'recordedMs',
  'disposition',
  'nextCallId',
  'nextAt',
  'retryStopped',
];

/** Limit of the clients' own data in one statement, in characters of JSON. A call with more is written alone. */
const PACKET_CHARACTERS = 1024 * 1024;
/** PostgreSQL stores a packet while this process prepares the next one. */
const PACKET_CALLS = 200;

/** Splits calls into sets that one statement stores within milliseconds. */
export async function packetsOf(calls: readonly CallState[]): Promise<CallState[][]> {
  const slices = new TimeSlices();
  const packets: CallState[][] = [];
  let size = Infinity;
  for (const call of calls) {
    await slices.next();
    const own = JSON.stringify([call.variables, call.metadata]).length;
    size += own;
    if (size > PACKET_CHARACTERS || packets.at(-1)?.length === PACKET_CALLS) {
      packets.push([]);
      size = own;
    }
    packets.at(-1)?.push(call);
  }
  return packets;
}
