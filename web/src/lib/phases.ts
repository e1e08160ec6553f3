export interface TimelineStep {
  readonly at: string;
  readonly type: string;
}

type PhaseName = 'waited' | 'rang' | 'talked' | 'analysed';

export interface Phase {
  readonly name: PhaseName;
  readonly ms: number;
}

/** Phases of a call that are over, in order. A call that was refused waits until its last dial. */
export function phasesOf(steps: readonly TimelineStep[]): Phase[] {
  const first = (...types: string[]) => timeOf(steps.find(({ type }) => types.includes(type)));
  const answered = first('answered');
  const ended = first('ended', 'canceled', 'expired');
  const began = timeOf(steps[0]);
  const dialed =
    timeOf(steps.findLast(({ type, at }) => type === 'carrier_asked' && !isAfter(at, answered ?? ended))) ??
    first('ringing');
  const spans: readonly (readonly [PhaseName, number | null, number | null])[] = [
    ['waited', began, dialed ?? ended],
    ['rang', dialed, answered ?? ended],
    ['talked', answered, ended],
    ['analysed', answered === null ? null : ended, first('analysed')],
  ];
  return spans.flatMap(([name, from, to]) =>
    from === null || to === null ? [] : [{ name, ms: Math.max(0, to - from) }],
  );
}

function timeOf(step: TimelineStep | undefined): number | null {
  return step ? Date.parse(step.at) : null;
}

function isAfter(at: string, ms: number | null): boolean {
  return ms !== null && Date.parse(at) > ms;
}
