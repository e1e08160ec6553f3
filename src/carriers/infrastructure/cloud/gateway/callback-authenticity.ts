import { inNetworks } from '../../../../sip';
import type { CallbackKind, CloudSettings, Pairs } from '../adapter';
import type { CallbackRequest } from './callback-request';
import type { CallbackTarget } from './callback-targets';

/** Whether a request comes from the carrier, by its network and signature. `origin` is that of the addresses we issue. */
export class CallbackAuthenticity {
  constructor(private readonly origin: string | null) {}

  isAuthentic(
    { trunk, settings }: Pick<CallbackTarget, 'trunk' | 'settings'>,
    { path, headers, callbackKind, address }: CallbackRequest,
    form: Pairs,
  ): boolean {
    const origin = this.origin ?? '';
    const from = callbackKind === 'media' ? origin.replace(/^http/, 'ws') : origin;
    const request = { kind: callbackKind as CallbackKind, url: `${from}${path}`, headers, form };
    return settings.some(
      (version) => isAllowed(address, version) && trunk.adapter.isAuthentic(request, version),
    );
  }
}

export function isAllowed(address: string, { allow }: CloudSettings): boolean {
  return allow === null || inNetworks(address, allow);
}
