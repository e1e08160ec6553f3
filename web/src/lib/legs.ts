type LegState = 'waiting' | 'ringing' | 'answered' | 'ended' | 'failed';

interface CallOfTwo {
  readonly status: string;
  readonly no_answer_by: 'counsellor' | 'contact' | null;
  readonly dialed_at: string | null;
}

interface Legs {
  readonly counsellor: LegState;
  readonly contact: LegState;
}

const both = (state: LegState): Legs => ({ counsellor: state, contact: state });

/** The counsellor's phone is rung first, and the contact's once it is answered. */
export function legsOf({ status, no_answer_by, dialed_at }: CallOfTwo): Legs {
  if (dialed_at === null) return both('waiting');
  if (status === 'ringing_counsellor') return { counsellor: 'ringing', contact: 'waiting' };
  if (status === 'connecting') return { counsellor: 'answered', contact: 'ringing' };
  if (status === 'in_progress') return both('answered');
  if (status === 'completed' || status === 'canceled') return both('ended');
  if (no_answer_by === 'counsellor') return { counsellor: 'failed', contact: 'waiting' };
  if (no_answer_by === 'contact') return { counsellor: 'ended', contact: 'failed' };
  // The carrier does not report whose phone it was.
  return both('failed');
}
