import { type ReactNode, useRef } from 'react';
import { useFieldArray } from 'react-hook-form';
import { Button } from '../../components/button/button';
import { Input } from '../../components/field/field';
import { Group } from '../../components/field/group';
import { Icon } from '../../components/icon/icon';
import { tool as texts, tools } from '../../messages/en/tools';
import styles from './page.module.css';
import type { SectionProps } from './section-props';

export function Headers({ form }: SectionProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'headers' });
  const { headers: errors } = form.formState.errors;
  return (
    <Group title={texts.headers} hint={texts.headersHint} problem={errors?.root?.message ?? errors?.message}>
      <Rows
        titles={fields.map((_, place) => texts.header(place + 1))}
        add={texts.addHeader}
        onAdd={() => append({ name: '', value: '', isStored: false })}
        onRemove={remove}
      >
        {(place) => (
          <>
            <Input
              label={tools.name}
              autoComplete="off"
              error={errors?.[place]?.name?.message}
              {...form.register(`headers.${place}.name`, {
                // The value of another name is not stored.
                onChange: () => form.setValue(`headers.${place}.isStored`, false),
              })}
            />
            <Input
              label={texts.value}
              autoComplete="off"
              placeholder={form.watch(`headers.${place}.isStored`) ? texts.stored : undefined}
              error={errors?.[place]?.value?.message}
              {...form.register(`headers.${place}.value`)}
            />
          </>
        )}
      </Rows>
    </Group>
  );
}

export function FixedArguments({ form }: SectionProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'fixed_arguments' });
  const { fixed_arguments: errors } = form.formState.errors;
  return (
    <Group title={texts.fixed} hint={texts.fixedHint} problem={errors?.root?.message ?? errors?.message}>
      <Rows
        titles={fields.map((_, place) => texts.fixedOne(place + 1))}
        add={texts.addFixed}
        onAdd={() => append({ name: '', text: '' })}
        onRemove={remove}
      >
        {(place) => (
          <>
            <Input
              label={tools.name}
              autoComplete="off"
              {...form.register(`fixed_arguments.${place}.name`)}
            />
            <Input
              label={texts.text}
              autoComplete="off"
              {...form.register(`fixed_arguments.${place}.text`)}
            />
          </>
        )}
      </Rows>
    </Group>
  );
}

interface RowsProps {
  readonly titles: readonly string[];
  readonly add: string;
  readonly onAdd: () => void;
  readonly onRemove: (place: number) => void;
  readonly children: (place: number) => ReactNode;
}

function Rows({ titles, add, onAdd, onRemove, children }: RowsProps) {
  const adder = useRef<HTMLButtonElement>(null);
  return (
    <>
      {titles.map((title, place) => (
        <fieldset key={place} className={styles.entry}>
          <legend className="hidden">{title}</legend>
          {children(place)}
          <Button
            look="quiet"
            aria-label={texts.remove(title)}
            onClick={() => {
              onRemove(place);
              adder.current?.focus();
            }}
          >
            <Icon name="close" />
          </Button>
        </fieldset>
      ))}
      <div>
        <Button ref={adder} onClick={onAdd}>
          {add}
        </Button>
      </div>
    </>
  );
}
