import { bodyOf, consoleApi } from './client';
import { one } from './options';

/** A running call that somebody can listen to. */
export interface ListenSubject {
  readonly kind: 'call' | 'human_call';
  readonly id: string;
}

/** Apart from the other requests: they are loaded when somebody listens. */
export const listening = {
  start: ({ kind, id }: ListenSubject, signal?: AbortSignal) => {
    const options = one(id, signal);
    return kind === 'call'
      ? bodyOf(consoleApi.POST('/console/api/calls/{id}/listen', options))
      : bodyOf(consoleApi.POST('/console/api/human-calls/{id}/listen', options));
  },
  ofMine: (id: string, signal: AbortSignal) =>
    bodyOf(consoleApi.GET('/console/api/my-calls/{id}/listening', one(id, signal))),
};
