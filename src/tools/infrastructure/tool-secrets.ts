import { Injectable } from '@nestjs/common';
import { newSealedSecret, type SealedSecret, signingSecrets } from '../../platform/outbound/signature';
import { SecretBox } from '../../platform/secrets';
import type { SealedHeader, ToolState } from '../domain/tool';

/** Encrypts signing secrets and header values. The tool is part of the encryption, so none can be copied to another. */
@Injectable()
export class ToolSecrets {
  constructor(private readonly box: SecretBox) {}

  make(toolId: string): SealedSecret {
    return newSealedSecret(this.box, contextOf(toolId));
  }

  sealHeader(toolId: string, name: string, value: string): SealedHeader {
    return { name, value: this.box.seal(value, contextOf(toolId)) };
  }

  /** The stored value, where it is equal: one sealed anew differs. */
  reuseOrSealHeader({ id, headers }: ToolState, name: string, value: string): SealedHeader {
    const stored = headers.find((header) => header.name.toLowerCase() === name.toLowerCase());
    return stored && this.#isSealOf(stored.value, value, id)
      ? { name, value: stored.value }
      : this.sealHeader(id, name, value);
  }

  /** Newest first; at most two. */
  signing(tool: ToolState, now: Date): string[] {
    return signingSecrets(tool, now).map((sealed) => this.box.open(sealed, contextOf(tool.id)));
  }

  headersOf({ id, headers }: ToolState): Record<string, string> {
    return Object.fromEntries(
      headers.map(({ name, value }) => [name.toLowerCase(), this.box.open(value, contextOf(id))]),
    );
  }

  reseal(tool: ToolState): ToolState {
    const context = contextOf(tool.id);
    const reseal = (sealed: string) => this.box.seal(this.box.open(sealed, context), context);
    return {
      ...tool,
      secret: reseal(tool.secret),
      previousSecret: tool.previousSecret && reseal(tool.previousSecret),
      headers: tool.headers.map(({ name, value }) => ({ name, value: reseal(value) })),
    };
  }

  #isSealOf(sealed: string, value: string, toolId: string): boolean {
    try {
      return this.box.open(sealed, contextOf(toolId)) === value;
    } catch {
      // Sealed under a lost SECRET_KEY: the value sent anew mends the header.
      return false;
    }
  }
}

function contextOf(toolId: string): string {
  return `tool ${toolId}`;
}
