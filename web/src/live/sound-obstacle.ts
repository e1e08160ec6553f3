import { ApiError } from '../api/error';
import { reportError } from '../api/queries';

/** Why no sound came. */
export type SoundObstacle =
  { readonly kind: 'no_socket' | 'no_sound' } | { readonly kind: 'error'; readonly error: ApiError };

export function soundObstacle(error: unknown): SoundObstacle {
  if (!(error instanceof ApiError)) return { kind: 'no_sound' };
  reportError(error);
  return { kind: 'error', error };
}
