import { Input, Select } from '../../../components/field/field';
import { t } from '../../../messages/en';
import { CallPart, type Caller } from './call-part';
import type { TestCall } from './use-test-call';

export interface SimulatedCall {
  phone_number: string;
  ending: string;
}

export function Simulate({ call, ...caller }: Caller & { readonly call: TestCall<SimulatedCall> }) {
  const { form } = call;
  const { errors } = form.formState;
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
