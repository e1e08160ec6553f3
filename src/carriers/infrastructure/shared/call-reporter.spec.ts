import { transitionCells } from '../../../../test/harness/transition-cells';
import type { CarrierEvent } from '../../domain/carrier';
import type { CallPhase } from './active-call';
import type { CarrierEventQueue } from './carrier-event-queue';
import { CALL_PHASES, type CallPhaseTrigger, CallReporter } from './call-reporter';

function callReporter() {
  const emitted: string[] = [];
  const events = {
    add: ({ type }: CarrierEvent) => void emitted.push(type),
  } as unknown as CarrierEventQueue;
  return { reporter: new CallReporter('call_1.1', { events, now: () => new Date(0) }), emitted };
}

const PULL: Readonly<Record<CallPhaseTrigger, (reporter: CallReporter) => void>> = {
  cancel: (reporter) => reporter.cancel(),
  stop: (reporter) => reporter.stop(),
  answer: (reporter) => reporter.reportAnswered({ type: 'answered' }),
  end: (reporter) => reporter.reportEnd({ cause: 'hung_up', by: 'contact', talkMs: 1_000 }),
  drop: (reporter) => reporter.drop(),
};
const TRIGGERS = Object.keys(PULL) as CallPhaseTrigger[];
const EMITTED: Partial<Record<CallPhaseTrigger, string>> = { answer: 'answered', end: 'ended' };

describe('CallReporter', () => {
  it.each(transitionCells<CallPhase, CallPhaseTrigger>(CALL_PHASES, 'in_transit', TRIGGERS))(
    'goes from $status by $trigger to $to',
    ({ status, way, trigger, to }) => {
      const { reporter, emitted } = callReporter();
      for (const before of way) PULL[before](reporter);
      expect(reporter.phase).toBe(status);
      const before = emitted.length;
      PULL[trigger](reporter);
      expect(reporter.phase).toBe(to);
      // A call that another process follows reports nothing here.
      expect(emitted.slice(before)).toEqual(status === 'detached' ? [] : [EMITTED[trigger] ?? []].flat());
    },
  );
});
