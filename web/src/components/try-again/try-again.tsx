import { MAX_ATTEMPTS, type RetryChoice } from '../../lib/retry';
import { t } from '../../messages/en';
import { Input, Select } from '../field/field';
import { Options } from '../field/options';
import styles from '../form/form.module.css';

interface TryAgainProps extends RetryChoice {
  readonly problems: { readonly [Name in keyof RetryChoice]?: string | undefined };
  readonly onChange: (change: Partial<RetryChoice>) => void;
  /** The choice is the account's default itself. */
  readonly isDefault?: boolean;
}

const SEVERAL = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, at) => at + 2);

/** Further attempts of calls; the waits only where there is a second attempt. */
export function TryAgain({ attempts, waits, problems, onChange, isDefault = false }: TryAgainProps) {
  return (
    <div className={styles.row}>
      <Select
        label={t.tryAgain.label}
        name="attempts"
        value={attempts}
        error={problems.attempts}
        onChange={({ target }) => onChange({ attempts: target.value })}
      >
        {!isDefault && <option value="">{t.tryAgain.accountDefault}</option>}
        <option value="1">{t.tryAgain.never}</option>
        <Options of={SEVERAL.map((count) => [count, t.tryAgain.upTo(count)])} />
      </Select>
      {Number(attempts) > 1 && (
        <Input
          label={t.tryAgain.waits}
          name="waits"
          inputMode="numeric"
          autoComplete="off"
          hint={t.tryAgain.waitsHint}
          value={waits}
          error={problems.waits}
          onChange={({ target }) => onChange({ waits: target.value })}
        />
      )}
    </div>
  );
}
