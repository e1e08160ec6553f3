import { Injectable } from '@nestjs/common';
import { own } from '../../platform/kernel/own';
import { SecretBox } from '../../platform/secrets';
import type { TrunkState } from '../domain/trunk';

/** Secrets of trunks. Trunk and option are part of the encryption, so a secret cannot be copied to another place. */
@Injectable()
export class TrunkSecrets {
  constructor(private readonly box: SecretBox) {}

  /** Encrypts the options of one trunk. */
  sealOf(trunkId: string): (text: string, option: string) => string {
    return (text, option) => this.box.seal(text, contextOf(trunkId, option));
  }

  /** null when the trunk has none. @throws Error when no key decrypts it */
  open(trunk: TrunkState, option: string): string | null {
    const sealed = own(trunk.secrets, option);
    return sealed === undefined ? null : this.box.open(sealed, contextOf(trunk.id, option));
  }

  reseal(trunk: TrunkState): TrunkState {
    const secrets = Object.entries(trunk.secrets).map(([option, sealed]) => {
      const context = contextOf(trunk.id, option);
      return [option, this.box.seal(this.box.open(sealed, context), context)] as const;
    });
    return { ...trunk, secrets: Object.fromEntries(secrets) };
  }
}

function contextOf(trunkId: string, option: string): string {
  return `trunk ${trunkId} ${option}`;
}
