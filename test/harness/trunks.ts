import { TelephonyOperations } from '../../src/cli/telephony-operations';
import { readTrunkChange } from '../../src/cli/trunk-options';
import { optionsOf, type TrunkKind } from '../../src/trunks';
import type { TestApp } from './app';

/** Each option that a kind requires, with commander's attribute of its flag. */
function required(kind: TrunkKind): Record<string, unknown> {
  const attributeOf = (name: string) => name.replace(/_[a-z]/gu, ([, letter = '']) => letter.toUpperCase());
  const options = optionsOf(kind).filter((option) => option.required);
  return Object.fromEntries(
    options.map(({ name, repeatable }) => [attributeOf(name), repeatable ? ['sbc.example'] : 'token']),
  );
}

let trunks = 0;

/** The change that a command makes, with commander's attributes of its flags. */
export async function changeOf(given: Record<string, unknown>) {
  return (await readTrunkChange(given)).change;
}

/** As `trunk add`; what its kind requires and a name are there already. */
export async function makeTrunk(
  service: TestApp,
  kind: TrunkKind = 'sip',
  given: Record<string, unknown> = {},
  name = `t${++trunks}`,
) {
  return new TelephonyOperations(service.app).addTrunk(
    kind,
    name,
    await changeOf({ ...required(kind), ...given }),
  );
}
