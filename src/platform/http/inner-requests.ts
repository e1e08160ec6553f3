import type { Duplex } from 'node:stream';

/** A request that the service sends to itself for a client's request, which was counted already. */
export interface InnerRequest {
  /** The client's address. */
  readonly address: string | undefined;
  /** The client's protocol, for the audit log. */
  readonly via: 'mcp';
}

const inner = new WeakMap<object, InnerRequest>();

/** Marks a connection of the service to itself: nothing that a client sends can. */
export function markInner(connection: Duplex, request: InnerRequest): void {
  inner.set(connection, request);
}

export function innerRequestOf({ socket }: { readonly socket: object }): InnerRequest | undefined {
  return inner.get(socket);
}
