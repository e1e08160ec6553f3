import type { HumanCall } from '../../api/human-calls';

const CANCELABLE = ['queued', 'ringing_counsellor', 'connecting'];

export const isCancelable = ({ status }: HumanCall) => CANCELABLE.includes(status);

/** Only the disposition can change. */
export const isOver = ({ ended_at, analysis }: HumanCall) =>
  ended_at !== null && analysis.status !== 'waiting' && analysis.status !== 'processing';

/** The call has ended without a disposition. A canceled call needs none. */
export const wantsDisposition = ({ ended_at, status, disposition }: HumanCall) =>
  ended_at !== null && status !== 'canceled' && disposition === null;
