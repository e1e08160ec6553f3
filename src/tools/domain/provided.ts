import { isObject, own } from '../../platform/kernel/own';
import { firstCodePoints } from '../../platform/kernel/text';
import { escapeActionMarks } from '../../shared-kernel/action-marks';

export type ProvidedValues = Readonly<Record<string, string | number | boolean>>;

const MAX_VALUE_LENGTH = 500;

/** The strings, numbers and booleans of a JSON object under these names, with escaped action marks. */
export function providedValues(names: readonly string[], result: unknown): ProvidedValues {
  if (!isObject(result)) return {};
  return Object.fromEntries(
    names.flatMap((name): [string, string | number | boolean][] => {
      const value = own(result, name);
      if (typeof value === 'number' || typeof value === 'boolean') return [[name, value]];
      if (typeof value !== 'string') return [];
      return [[name, firstCodePoints(escapeActionMarks(value), MAX_VALUE_LENGTH)]];
    }),
  );
}

/** When several tools provide a name, the value of the earlier tool wins. */
export function mergedValues(values: readonly ProvidedValues[]): ProvidedValues {
  return Object.assign({}, ...[...values].reverse()) as ProvidedValues;
}
