import { useEffect } from 'react';
import { useLive } from '../../../api/queries';
import { requests } from '../../../api/requests';
import { Input, Select } from '../../../components/field/field';
import { useSignedIn } from '../../../layout/session';
import { simulatedNumber } from '../../../lib/test-talk';
import { countriesOf } from '../../../lib/upload/calling-codes';
import { t } from '../../../messages/en';
import { CallPart, type Caller } from './call-part';
import type { TestCall } from './use-test-call';

export interface SimulatedCall {
  phone_number: string;
  ending: string;
}

/** A test call, whose ending is chosen. */
export function Simulate({ call, ...caller }: Caller & { readonly call: TestCall<SimulatedCall> }) {
  const { form } = call;
  const { errors } = form.formState;
  useFirstNumber(call);
  return (
    <CallPart {...caller} call={call} hint={t.testAgent.simulateHint} action={t.testAgent.startTest}>
      <Select label={t.testAgent.ending} {...form.register('ending')}>
        {[...t.testAgent.endings].map(([ending, label]) => (
          <option key={ending} value={ending}>
            {label}
          </option>
        ))}
      </Select>
      <Input
        label={t.testAgent.number}
        type="tel"
        autoComplete="off"
        hint={t.testAgent.simulatedHint}
        error={errors.phone_number?.message}
        {...form.register('phone_number')}
      />
    </CallPart>
  );
}

/** The number is first one of a country that the account may call. */
function useFirstNumber({ form: { getValues, setValue } }: TestCall<SimulatedCall>): void {
  const settings = useLive({ key: ['settings'], ask: requests.settings });
  const { mobile_number: own } = useSignedIn().session.login;
  const countries = settings.data?.plan.countries;
  useEffect(() => {
    if (countries === undefined || getValues('phone_number') !== '') return;
    const codes = countriesOf(countries).map(({ callingCode }) => callingCode);
    setValue('phone_number', simulatedNumber(codes, own));
  }, [countries, own, getValues, setValue]);
}
