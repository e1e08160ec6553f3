import type { HumanCall } from '../../api/human-calls';

const CANCELABLE = ['queued', 'ringing_counsellor', 'connecting'];

export const isCancelable = ({ status }: HumanCall) => CANCELABLE.includes(status);

/** Nothing of the call changes any more but its disposition. */
export const isOver = ({ ended_at, analysis }: HumanCall) =>
  ended_at !== null && analysis.status !== 'waiting' && analysis.status !== 'processing';

/** It has ended, and nobody said what came of it. Who canceled a call knows. */
export const wantsDisposition = ({ ended_at, status, disposition }: HumanCall) =>
  ended_at !== null && status !== 'canceled' && disposition === null;
