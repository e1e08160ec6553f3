import { Input, Select } from '../../../components/field/field';
import { Options } from '../../../components/field/options';
import { testAgent as texts } from '../../../messages/en/test-agent';
import { CallPart, type Caller } from './call-part';
import type { TestCall } from './use-test-call';
import { fieldProps } from '../../../layout/form';

export interface SimulatedCall {
  phone_number: string;
  ending: string;
}

export function Simulate({ call, ...caller }: Caller & { readonly call: TestCall<SimulatedCall> }) {
  const { form } = call;
  return (
    <CallPart {...caller} call={call} hint={texts.simulateHint} action={texts.startTest}>
      <Select label={texts.ending} {...form.register('ending')}>
        <Options of={texts.endings} />
      </Select>
      <Input
        label={texts.number}
        type="tel"
        autoComplete="off"
        hint={texts.simulatedHint}
        {...fieldProps(form, 'phone_number')}
      />
    </CallPart>
  );
}
