import type { LookupFunction } from 'node:net';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { Config } from '../config/config';
import { AddressRules } from '../kernel/network/address-rules';
import { hostOf, isAddress, isInsideName, schemeProblem } from '../kernel/network/url-host';
import { StartupError } from '../startup-error';
import { HostResolver } from './host-resolver';

/** The message may be shown to the client that set the address. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress';
  readonly code = 'ADDRESS_REFUSED';
}

class UnresolvedName extends Error {
  override readonly name = 'UnresolvedName';
  readonly code = 'ENOTFOUND';
}

/** Decides what the service may connect to, as the connection's own lookup: DNS cannot change in between (R83). */
@Injectable()
export class AddressGuard {
  readonly #rules: AddressRules;
  readonly #allowHttp: boolean;

  constructor(
    @Inject(Config) config: Pick<Config, 'webhookAllowCidrs' | 'webhookAllowHttp'>,
    private readonly resolver: HostResolver,
    @Optional() variable = 'WEBHOOK_ALLOW_CIDRS',
  ) {
    this.#allowHttp = config.webhookAllowHttp;
    try {
      this.#rules = new AddressRules(config.webhookAllowCidrs);
    } catch (error) {
      throw new StartupError(`${variable}: ${(error as Error).message}, such as 10.0.0.0/8 or fd00::/8.`);
    }
  }

  /** Beyond its text; undefined when nothing is wrong. A name that does not resolve is accepted. */
  async problemOf(url: URL): Promise<string | undefined> {
    const scheme = schemeProblem(url, this.#allowHttp);
    if (scheme !== undefined) return scheme;
    const host = hostOf(url);
    if (isAddress(host)) {
      const refusal = this.#rules.refusal(host);
      return refusal === undefined ? undefined : `must lead to a public address: ${host} ${refusal}`;
    }
    const addresses = await this.resolver.resolve(host);
    return this.#hasRefused(addresses)
      ? `must lead to a public address: ${host} resolves to one that is not public`
      : undefined;
  }

  /** Call it before each connection: Node does not call `lookup` for literal addresses. @throws RefusedAddress */
  check(protocol: string, host: string): void {
    if (protocol !== 'https:' && !this.#allowHttp)
      throw new RefusedAddress('The URL is http, which is not allowed here.');
    if (isInsideName(host)) throw new RefusedAddress(`${host} is a name for inside a network.`);
    const refusal = isAddress(host) ? this.#rules.refusal(host) : undefined;
    if (refusal !== undefined) throw new RefusedAddress(`The address ${host} ${refusal}.`);
  }

  /** Responses of an address that only the operator opened are shown to no client. */
  isPublic(address: string): boolean {
    return this.#rules.isPublic(address);
  }

  /** If any of the addresses is refused, none is used. */
  readonly lookup: LookupFunction = (host, options, callback) => {
    this.#resolveAllowed(host).then(
      (addresses) => {
        const family = options.family === 'IPv4' ? 4 : options.family === 'IPv6' ? 6 : (options.family ?? 0);
        const wanted = addresses
          .map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
          .filter((entry) => family === 0 || entry.family === family);
        const [first] = wanted;
        if (!first) callback(new UnresolvedName(`The name ${host} does not resolve.`), []);
        else if (options.all) callback(null, wanted);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error as Error, []),
    );
  };

  async #resolveAllowed(host: string): Promise<string[]> {
    const addresses = await this.resolver.resolve(host);
    if (this.#hasRefused(addresses))
      throw new RefusedAddress(`${host} resolves to an address that is not public.`);
    return addresses;
  }

  /** Returns no address: it would reveal internal addresses to clients. */
  #hasRefused(addresses: readonly string[]): boolean {
    return addresses.some((address) => this.#rules.refusal(address) !== undefined);
  }
}
