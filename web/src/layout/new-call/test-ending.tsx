import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import { Check, Select } from '../../components/field/field';
import { Options } from '../../components/field/options';
import { simulatedNumber, withEnding } from '../../lib/test-talk';
import { countriesOf } from '../../lib/upload/calling-codes';
import { t } from '../../messages/en';
import { testAgent } from '../../messages/en/test-agent';
import { useSignedIn } from '../session';
import type { NewCallValues } from './values';

const endingOf = (number: string) => {
  const last = number.replaceAll(/\D/g, '').slice(-4);
  return testAgent.endings.has(last) ? last : '';
};

/** A test call is simulated: the last four digits of its number decide how it ends. */
export function TestEnding({ form }: { readonly form: UseFormReturn<NewCallValues> }) {
  const { login } = useSignedIn().session;
  const settings = useLive({ key: ['settings'], load: requests.settings });
  const isTest = form.watch('test');
  const number = form.watch('phone_number');
  const countries = settings.data?.plan.countries;
  const own = login.mobile_number;
  useEffect(() => {
    if (!isTest || countries === undefined || form.getValues('phone_number') !== '') return;
    const codes = countriesOf(countries).map(({ callingCode }) => callingCode);
    // A default, which is lost without a question.
    form.resetField('phone_number', { defaultValue: simulatedNumber(codes, own) });
  }, [isTest, countries, own, form]);
  return (
    <>
      <Check label={t.newCall.test} hint={t.newCall.testHint} {...form.register('test')} />
      {isTest && (
        <Select
          label={testAgent.ending}
          hint={t.newCall.endingHint}
          value={endingOf(number)}
          onChange={({ target }) => form.setValue('phone_number', withEnding(number, target.value))}
        >
          {endingOf(number) === '' && <option value="">{t.newCall.otherEnding}</option>}
          <Options of={testAgent.endings} />
        </Select>
      )}
    </>
  );
}
