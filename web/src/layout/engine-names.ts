import { useLive } from '../api/queries';
import { requests } from '../api/requests';

/** Names of voice engines, as in the editor of agents; the id while they are not known. */
export function useEngineNames(): (id: string) => string {
  const voices = useLive({ key: ['voices'], load: requests.voices });
  const names = new Map<string, string>(voices.data?.data.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? id;
}
