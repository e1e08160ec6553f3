import { useState } from 'react';
import { Field } from '../field/field';
import styles from './volume.module.css';

interface VolumeProps {
  readonly label: string;
  /** 0 to 1; 1 in the beginning. */
  readonly onChange: (volume: number) => void;
}

export function Volume({ label, onChange }: VolumeProps) {
  const [percent, setPercent] = useState(100);
  return (
    <Field label={label}>
      {({ id }) => (
        <input
          id={id}
          type="range"
          className={styles.volume}
          min={0}
          max={100}
          value={percent}
          onChange={({ target }) => {
            setPercent(Number(target.value));
            onChange(Number(target.value) / 100);
          }}
        />
      )}
    </Field>
  );
}
