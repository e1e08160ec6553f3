import { createCipheriv, createHmac, createSecretKey } from 'node:crypto';
import type { SrtpPrimitives } from '../domain/rtp/srtp-keys';

/** Primitives of OpenSSL. A cipher lasts as long as its key; Node has no reusable HMAC. */
export const NODE_PRIMITIVES: SrtpPrimitives = {
  blockCipher: (key) => {
    const cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false);
    return (blocks) => cipher.update(blocks);
  },
  authenticator: (key) => {
    const secret = createSecretKey(key);
    return (bytes, further) => {
      const code = createHmac('sha1', secret).update(bytes);
      return (further === null ? code : code.update(further)).digest();
    };
  },
};
