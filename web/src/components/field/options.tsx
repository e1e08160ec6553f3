import { shown } from '../../lib/text';

interface OptionsProps {
  /** Values with their labels. */
  readonly of: Iterable<readonly [string | number, string]>;
}

/** The choices of a `Select`. */
export function Options({ of }: OptionsProps) {
  return [...of].map(([value, label]) => (
    <option key={value} value={value}>
      {shown(label)}
    </option>
  ));
}
