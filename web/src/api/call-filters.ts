export interface CallFilters {
  readonly status?: string | undefined;
  readonly agent?: string | undefined;
  readonly batch?: string | undefined;
  readonly outcome?: string | undefined;
  readonly test?: string | undefined;
  readonly direction?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** ended: the days are those of the end. */
  readonly dates?: string | undefined;
  /** The first call of a chain. */
  readonly chain?: string | undefined;
  readonly latest?: string | undefined;
  readonly q?: string | undefined;
  readonly after?: string | undefined;
}

/** Without what is empty: the service refuses empty values. */
export function filled<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== ''),
  ) as never;
}

/** The filters as the service names them. */
export function filterOf({ status, agent, batch, outcome, test, direction, ...filters }: CallFilters) {
  const { from, to, dates, q, chain, latest } = filters;
  return filled({
    status,
    from,
    to,
    dates: dates as 'ended' | undefined,
    q,
    direction: direction as 'inbound' | 'outbound' | undefined,
    first_call_id: chain,
    latest_attempt: latest ? true : undefined,
    agent_id: agent,
    batch_id: batch,
    disposition: outcome,
    test: test === undefined || test === '' ? undefined : test === 'only',
  });
}
