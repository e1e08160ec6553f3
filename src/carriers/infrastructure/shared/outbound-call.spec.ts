import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordedFile } from '../../../media';
import { readWav } from '../../../media/domain/wav';
import { HandMovedTime } from '../../../../test/harness/simulated-network';
import type { CarrierEventBody } from './leg-store';
import { OutboundCall } from './outbound-call';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'outbound-'))));
afterEach(() => rm(folder, { recursive: true }));

type Options = ConstructorParameters<typeof OutboundCall>;

/** A call that is answered, and whose audio never comes. */
async function lost(talkMs: number, isRecorded = true) {
  const stored: RecordedFile[] = [];
  const events: CarrierEventBody[] = [];
  const recording = {
    path: join(folder, 'call.wav'),
    store: (file: RecordedFile) => {
      stored.push(file);
      return Promise.resolve(true);
    },
    acknowledge: () => undefined,
  };
  const transport = {
    routes: [{}],
    openMedia: () => Promise.resolve({ close: () => undefined }),
    attempt: () => ({
      ended: Promise.resolve({ kind: 'answered', lost: { cause: 'connection_lost', talkMs } }),
    }),
  };
  const call = new OutboundCall(
    transport as unknown as Options[0],
    {
      reference: 'call_1',
      record: { moveTo: () => Promise.resolve(true), storeEnd: () => Promise.resolve() },
      recording: () => Promise.resolve(isRecorded ? recording : null),
      openLine: () => ({ drop: () => undefined }),
      timers: new HandMovedTime(),
      now: () => new Date(0),
      events: { add: (event: CarrierEventBody) => events.push(event) },
    } as unknown as Options[1],
  );
  await call.ended;
  const ends = events.flatMap((event) => (event.type === 'ended' ? [event.end] : []));
  return { stored, ends };
}

describe('a call whose audio never comes', () => {
  it('has a recording of silence as long as the talk', async () => {
    const { stored, ends } = await lost(10_003);
    expect(stored).toMatchObject([{ lengthMs: 10_003 }]);
    const { channels } = readWav(await readFile(join(folder, 'call.wav')));
    expect(channels.map(({ length }) => length)).toEqual([80_024, 80_024]);
    expect(ends).toEqual([
      {
        cause: 'connection_lost',
        by: 'carrier',
        talkMs: 10_003,
        recordingFile: { ms: 10_003, stored: true },
      },
    ]);
  });

  it('has no recording where it is not recorded', async () => {
    expect(await lost(10_000, false)).toEqual({
      stored: [],
      ends: [{ cause: 'connection_lost', by: 'carrier', talkMs: 10_000 }],
    });
  });
});
