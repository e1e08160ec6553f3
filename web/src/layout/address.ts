import { useParams, useSearch } from '@tanstack/react-router';
import type { Search } from '../lib/search';

export function useAddress(): Search {
  return useSearch({ strict: false });
}

export function useAddressId(): string {
  const params: { readonly id?: string } = useParams({ strict: false });
  return params.id ?? '';
}
