import { phasesOf } from './phases';

const step = (type: string, seconds: number) => ({
  type,
  at: new Date(Date.UTC(2026, 10, 21) + seconds * 1_000).toISOString(),
});

describe('phases of a call', () => {
  it('divides a talk', () => {
    const steps = [
      step('accepted', 0),
      step('carrier_asked', 60),
      step('ringing', 62),
      step('answered', 70),
      step('ended', 130),
      step('analysed', 133),
    ];
    expect(phasesOf(steps)).toEqual([
      { name: 'waited', ms: 60_000 },
      { name: 'rang', ms: 10_000 },
      { name: 'talked', ms: 60_000 },
      { name: 'analysed', ms: 3_000 },
    ]);
  });

  it('waits until the last dial after refusals', () => {
    const steps = [
      step('accepted', 0),
      step('carrier_asked', 5),
      step('carrier_refused', 6),
      step('carrier_asked', 16),
      step('ended', 46),
    ];
    expect(phasesOf(steps)).toEqual([
      { name: 'waited', ms: 16_000 },
      { name: 'rang', ms: 30_000 },
    ]);
  });

  it('shows past phases of a running call, and one phase of a canceled call', () => {
    expect(phasesOf([step('accepted', 0), step('carrier_asked', 2)])).toEqual([
      { name: 'waited', ms: 2_000 },
    ]);
    expect(phasesOf([step('accepted', 0), step('canceled', 9)])).toEqual([{ name: 'waited', ms: 9_000 }]);
    expect(phasesOf([])).toEqual([]);
  });
});
