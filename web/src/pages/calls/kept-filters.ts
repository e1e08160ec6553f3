import { type CallFilters, filled } from '../../api/call-filters';

/** What a view keeps: what finds one contact or one chain is no view. */
const KEPT = [
  'status',
  'agent',
  'batch',
  'outcome',
  'test',
  'direction',
  'latest',
  'from',
  'to',
  'dates',
] as const;

export type ViewFilters = { [Filter in (typeof KEPT)[number]]?: string };

export function keptOf(filters: CallFilters): ViewFilters {
  return filled(Object.fromEntries(KEPT.map((name) => [name, filters[name]])));
}

export const keyOf = (filters: CallFilters) => JSON.stringify(keptOf(filters));
