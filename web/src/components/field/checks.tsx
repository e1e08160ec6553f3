import { useId } from 'react';
import { Check } from './field';
import { Problem } from './problem';

interface ChecksProps<Choice extends string> {
  readonly title: string;
  /** The name by which a form finds the field. */
  readonly name: string;
  readonly choices: readonly Choice[];
  readonly labels?: ReadonlyMap<string, string>;
  readonly hints: ReadonlyMap<string, string>;
  readonly value: readonly Choice[];
  readonly onChange: (chosen: Choice[]) => void;
  readonly error?: string | undefined;
}

/** Any number of the choices, in their order. */
export function Checks<Choice extends string>({ title, name, choices, ...props }: ChecksProps<Choice>) {
  const { labels, hints, value, onChange, error } = props;
  const problem = useId();
  return (
    <fieldset aria-describedby={error ? problem : undefined}>
      <legend>{title}</legend>
      {choices.map((choice) => (
        <Check
          key={choice}
          name={name}
          label={labels?.get(choice) ?? choice}
          hint={hints.get(choice)}
          checked={value.includes(choice)}
          onChange={({ target }) =>
            onChange(choices.filter((one) => (one === choice ? target.checked : value.includes(one))))
          }
        />
      ))}
      <Problem id={problem} text={error} />
    </fieldset>
  );
}
