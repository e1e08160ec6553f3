import { useParams, useSearch } from '@tanstack/react-router';
import type { Search } from '../lib/search';

/** The query of the address; routes.tsx lists what each page takes. */
export function useAddress(): Search {
  return useSearch({ strict: false });
}

/** The id in the address of a single thing. */
export function useAddressId(): string {
  const params: { readonly id?: string } = useParams({ strict: false });
  return params.id ?? '';
}
