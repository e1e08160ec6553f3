import { Injectable } from '@nestjs/common';
import { SecretBox } from '../../platform/secrets';
import type { EndpointState } from '../domain/endpoint';
import { newSealedSecret, type SealedSecret, signingSecrets } from '../../platform/outbound/signature';

/** Encrypts signing secrets. The account is part of the encryption, so a secret cannot be copied to another one. */
@Injectable()
export class EndpointSecrets {
  /** Decrypts once for all attempts with an endpoint object. */
  readonly #opened = new WeakMap<EndpointState, Map<string, string>>();

  constructor(private readonly box: SecretBox) {}

  make(accountId: string): SealedSecret {
    return newSealedSecret(this.box, contextOf(accountId));
  }

  signing(endpoint: EndpointState, now: Date): string[] {
    const opened = this.#opened.get(endpoint) ?? new Map<string, string>();
    this.#opened.set(endpoint, opened);
    return signingSecrets(endpoint, now).map((sealed) => {
      const secret = opened.get(sealed) ?? this.box.open(sealed, contextOf(endpoint.accountId));
      opened.set(sealed, secret);
      return secret;
    });
  }

  reseal(endpoint: EndpointState): EndpointState {
    const context = contextOf(endpoint.accountId);
    const reseal = (sealed: string) => this.box.seal(this.box.open(sealed, context), context);
    const { secret, previousSecret } = endpoint;
    return { ...endpoint, secret: reseal(secret), previousSecret: previousSecret && reseal(previousSecret) };
  }
}

function contextOf(accountId: string): string {
  return `webhook ${accountId}`;
}
