import { HandMovedTime } from '../../../../test/harness/simulated-network';
import { transitionCells } from '../../../../test/harness/transition-cells';
import type { LegEnd } from '../../domain/carrier';
import { SIMULATED_CALL, SimulatedCall, type SimulatedCallTrigger } from './simulated-call';

class SteeredCall extends SimulatedCall {
  readonly reported: LegEnd[] = [];
  readonly time: HandMovedTime;
  rings = 0;

  constructor(readonly ended: LegEnd[] = []) {
    const time = new HandMovedTime();
    super({ speed: 1, timers: time, onEnd: (end) => void ended.push(end) });
    this.time = time;
  }

  override start(): void {
    this.after(1_000, () => (this.rings += 1));
  }

  protected override stop(): void {
    this.finish({ cause: 'canceled', by: 'agent', talkMs: null });
  }

  protected override reportEnd(end: LegEnd): void {
    this.reported.push(end);
  }

  fire(trigger: SimulatedCallTrigger): void {
    if (trigger === 'end') this.hangUp();
    else if (trigger === 'drop') this.drop();
    else this.move(trigger);
  }
}

const CELLS = transitionCells(SIMULATED_CALL, 'in_transit', ['answer', 'silence', 'end', 'drop']);

test.each(CELLS)('is $to when $trigger happens while $status', ({ way, trigger, to }) => {
  const call = new SteeredCall();
  for (const step of way) call.fire(step);
  call.fire(trigger);
  expect(call.status).toBe(to);
});

test.each([
  { way: ['end'], reported: 1, ended: 1 },
  { way: ['answer', 'end', 'end'], reported: 1, ended: 1 },
  { way: ['silence', 'end'], reported: 0, ended: 1 },
  { way: ['drop', 'end'], reported: 0, ended: 0 },
  { way: ['answer', 'drop', 'end'], reported: 0, ended: 0 },
] as const)('reports $reported and stores $ended ends after $way', ({ way, reported, ended }) => {
  const call = new SteeredCall();
  for (const step of way) call.fire(step);
  expect(call.reported).toHaveLength(reported);
  expect(call.ended).toHaveLength(ended);
});

test.each(['end', 'drop'] as const)('cancels the wait on %s', async (trigger) => {
  const call = new SteeredCall();
  call.start();
  call.fire(trigger);
  await call.time.move(1_000);
  expect(call.rings).toBe(0);
});
