import { networkInterfaces } from 'node:os';
import type { Config } from '../../platform/config/config';

/**
 * Where other processes reach live audio at MEDIA_PORT; null: LIVE_AUDIO=off, or MEDIA_PORT is 0 and not open yet.
 * Role all hosts pages of its own meanwhile.
 * @param port null: not open yet
 */
export function liveOrigin({ host, role, telephony }: Config, port: number | null): string | null {
  const { live, mediaPort } = telephony;
  if (!live.isOn) return null;
  if (live.internalUrl !== null) return live.internalUrl;
  if (port === null && mediaPort === 0 && role === 'media') return null;
  const address = host === '0.0.0.0' || host === '::' ? firstAddress() : host;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port ?? mediaPort}`;
}

function firstAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '127.0.0.1';
}
