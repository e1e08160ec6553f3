import { own } from '../../../platform/kernel/own';
import { optionValues, type TrunkState, optionsOf } from '../../../trunks';
import type { CloudSettings } from './adapter';

/**
 * The options were checked when they were set.
 * @param open decrypts a secret; null: the trunk has none. @throws Error when no key decrypts it
 */
export function storedCloudSettings(
  trunk: TrunkState,
  open: (option: string) => string | null,
): CloudSettings {
  const values = optionValues(trunk);
  const options = optionsOf(trunk.kind).flatMap(({ name, secret }) => {
    const value = secret ? open(name) : own(values, name);
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  const allow = own(values, 'allow');
  const settings = new Map(options);
  return {
    baseUrl: settings.get('base_url') ?? '',
    options: settings,
    allow: allow instanceof Array ? allow.map(String) : null,
  };
}
